"""The module that the paths of all systems stand on is the first that a program imports."""

import genericpath

print(genericpath.commonprefix(["/usr/lib", "/usr/local"]), genericpath.exists("/"))

import os
import posixpath

print(os.path is posixpath, posixpath.commonprefix is genericpath.commonprefix)
