"""Exception groups: splitting them, and the functions for `except*`."""


def _is_class_or_tuple(condition):
    if isinstance(condition, type):
        return issubclass(condition, BaseException)
    if isinstance(condition, tuple):
        for one in condition:
            if not isinstance(one, type) or not issubclass(one, BaseException):
                return False
        return True
    return False


def _matcher(condition):
    if _is_class_or_tuple(condition):
        return lambda error: isinstance(error, condition)
    if callable(condition) and not isinstance(condition, type):
        return condition
    raise TypeError("expected an exception type, a tuple of exception types, or a callable (other than a class)")


def _part(group, members):
    if not members:
        return None
    made = group.derive(members)
    if not isinstance(made, BaseExceptionGroup):
        raise TypeError("derive must return an instance of BaseExceptionGroup")
    made.__traceback__ = group.__traceback__
    made.__context__ = group.__context__
    made.__cause__ = group.__cause__
    made.__suppress_context__ = group.__suppress_context__
    notes = getattr(group, "__notes__", None)
    if isinstance(notes, list):
        made.__notes__ = list(notes)
    return made


def _split(group, matches):
    if matches(group):
        return group, None
    if not isinstance(group, BaseExceptionGroup):
        return None, group
    yes, no = [], []
    for member in group.exceptions:
        if isinstance(member, BaseExceptionGroup):
            taken, left = _split(member, matches)
            if taken is not None:
                yes.append(taken)
            if left is not None:
                no.append(left)
        elif matches(member):
            yes.append(member)
        else:
            no.append(member)
    return _part(group, yes), _part(group, no)


def _subgroup(group, matches):
    if matches(group):
        return group
    yes = []
    for member in group.exceptions:
        if isinstance(member, BaseExceptionGroup):
            member = _subgroup(member, matches)
            if member is not None:
                yes.append(member)
        elif matches(member):
            yes.append(member)
    return _part(group, yes)


def split(group, condition):
    return _split(group, _matcher(condition))


def subgroup(group, condition):
    return _subgroup(group, _matcher(condition))


def derive(group, members):
    return BaseExceptionGroup(group.message, members)


def text(group):
    count = len(group.exceptions)
    ending = "" if count == 1 else "s"
    return f"{group.message} ({count} sub-exception{ending})"


def match(rest, classes):
    for one in classes if isinstance(classes, tuple) else (classes,):
        if not isinstance(one, type) or not issubclass(one, BaseException):
            raise TypeError(
                "catching classes that do not inherit from BaseException is not allowed"
            )
        if issubclass(one, BaseExceptionGroup):
            raise TypeError(
                "catching ExceptionGroup with except* is not allowed. Use except instead."
            )
    if isinstance(rest, classes):
        if not isinstance(rest, BaseExceptionGroup):
            # A naked exception is caught in a group of its own.
            wrapped = BaseExceptionGroup("", (rest,))
            wrapped.__traceback__ = rest.__traceback__
            return wrapped, None
        return rest, None
    if isinstance(rest, BaseExceptionGroup):
        return rest.split(classes)
    return None, rest


def _same_origin(one, other):
    return (
        getattr(one, "__notes__", None) == getattr(other, "__notes__", None)
        and one.__traceback__ is other.__traceback__
        and one.__cause__ is other.__cause__
        and one.__context__ is other.__context__
    )


def _leaves(error, found):
    if isinstance(error, BaseExceptionGroup):
        for member in error.exceptions:
            _leaves(member, found)
    else:
        found.append(id(error))


def result(original, raised, rest):
    """The exception of the whole `try`, or None."""
    if not isinstance(original, BaseExceptionGroup):
        if raised:
            return raised[0]
        return rest
    own = [error for error in raised if not _same_origin(error, original)]
    again = [error for error in raised if _same_origin(error, original)]
    if rest is not None:
        again.append(rest)
    left = None
    if again:
        leaves = []
        for error in again:
            _leaves(error, leaves)
        left = _subgroup_of_leaves(original, leaves)
    if not own:
        return left
    if left is not None:
        own.append(left)
    if len(own) == 1:
        return own[0]
    return BaseExceptionGroup("", own)


def _subgroup_of_leaves(group, leaves):
    def matches(error):
        return not isinstance(error, BaseExceptionGroup) and id(error) in leaves

    return _split(group, matches)[0]
