def f(a):
    return a.b().c(1).d().e().f().g().h().i().j(2).k().l()
