class S(set): pass
class F(frozenset): pass
class L(list): pass
class D(dict): pass
class T(tuple): pass
class St(str): pass
class I(int): pass
s=S([1,2])
print(repr(s), type(s|s), type(s&s), type(s-s), type(s^s), type(s.copy()), type(s.union([3])), type(s.intersection([1])), type(s.difference([1])), type(s.symmetric_difference([1])))
s=F([1,2])
print(repr(s), type(s|s), type(s&s), type(s-s), type(s^s), type(s.copy()), type(s.union([3])), type(s.intersection([1])), type(s.difference([1])))
print(type({1}|S([2])), type(F([1])|{2}), repr(S()), repr(F()))
print(type(D.fromkeys([1])), type(D(a=1).copy()), type(D()|D()), type(L([1])+L([2])), type(L([1])[:]), type(L([1])*2), type(L().copy()))
print(type(T((1,2))[:]), type(T()+T()), type(T((1,))*1), type(tuple(T((1,)))), type(str(St('a'))), type(St('a')+St('b')), type(St('a')[:]), type(St('a').strip()),type(St('a').lower()))
print(type(I(1)+I(2)), type(+I(1)), type(abs(I(1))), type(I(3).__int__()), type(int(I(3))), type(round(I(3))), type(I(5)//1))
print({I(1):1}, {St('a'):2}, I(1)==1, hash(I(1))==hash(1))
class Fl(float): pass
print(type(Fl(1)+1), type(float(Fl(1))), Fl('1.5'), repr(Fl(2)))
class B(bytes): pass
print(B(b'ab'), type(B(b'ab')+b'c'), B(b'ab')[0], type(bytes(B(b'a'))))
l=L([1]); m=l; l+=[2]; print(l is m, type(l), l); l*=2; print(l is m,l)
s=S([1]); m=s; s|={2}; print(s is m, type(s), s)
