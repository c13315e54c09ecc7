"""Builtins for sessions, which programs use too: they are made when one is called."""

import builtins
import site

site.setquit()
site.setcopyright()
site.sethelper()
exit, quit, help = builtins.exit, builtins.quit, builtins.help
copyright, credits, license = builtins.copyright, builtins.credits, builtins.license
