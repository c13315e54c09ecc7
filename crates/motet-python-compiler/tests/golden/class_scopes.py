def make(x):
    class Inner:
        y = x
        z = [x + i for i in range(3)]
        def method(self):
            return x, y
        class Nested:
            global g
            g = 1
            def deep(self):
                return lambda: (x, super())
    return Inner
