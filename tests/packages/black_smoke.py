# black formats: as a library and as a program.
import os
import subprocess
import sys
import tempfile

import black

SOURCE = '''
import os,sys
def f( a,b = 1,*args , key:int=2,**rest )->dict[ str,int ] :
    """  A text. """
    if a==1 and not(b) : return { 'a':1,'b':[ x*x for x in range(10) if x%2 ],'a_long_key_for_the_line':'value', 'other':3 }
    lambda x=1 :x
    with open('f') as g,open('h') as h : pass
    match a:
        case [1,*_] : x = (yield)
    return f'{a!r:>{b}}' "b" u'c'
class A ( object ):

    x : int=1
    async def m(self):
        await  self
        for x in y: print( x , end = '' )
        else: del (a),(b)
'''
mode = black.Mode(line_length=60)
made = black.format_str(SOURCE, mode=mode)
print(made)
assert black.format_str(made, mode=mode) == made
black.assert_equivalent(SOURCE, made)
try:
    black.format_str("x = = 1", mode=mode)
except black.InvalidInput as error:
    print(error)
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "a.py")
    with open(path, "w") as file:
        file.write(SOURCE)
    options = [f"-X{name}={value}" for name, value in sys._xoptions.items()]
    command = [sys.executable, *options, "-m", "black", "-q"]
    print(subprocess.run([*command, "--check", path]).returncode)
    print(subprocess.run([*command, path]).returncode, subprocess.run([*command, "--check", path]).returncode)
