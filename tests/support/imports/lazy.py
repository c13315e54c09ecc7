def __getattr__(name):
    if name.startswith("made_"):
        return name.upper()
    raise AttributeError(f"no {name}")
