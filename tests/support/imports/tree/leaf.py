print("leaf", __name__, __package__)
value = 1
try:
    from ... import nothing
except ImportError as error:
    print(type(error).__name__, error)
