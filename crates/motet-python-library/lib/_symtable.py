"""The tables of names that `symtable` shows: made from the syntax tree, by CPython's rules.

The compiler has tables of its own, which hold what code is made from; these here hold what CPython's show.
A visitor notes how each block uses names; then `_Analysis` decides what each name is, from the outermost block on.
"""

import ast as _ast

USE = 1 << 4
DEF_GLOBAL = 1
DEF_LOCAL = 1 << 1
DEF_PARAM = 1 << 2
DEF_NONLOCAL = 1 << 3
DEF_FREE_CLASS = 1 << 6
DEF_IMPORT = 1 << 7
DEF_ANNOT = 1 << 8
DEF_COMP_ITER = 1 << 9
DEF_TYPE_PARAM = 1 << 10
DEF_COMP_CELL = 1 << 11
DEF_BOUND = DEF_LOCAL | DEF_PARAM | DEF_IMPORT

SCOPE_OFF = 12
SCOPE_MASK = DEF_GLOBAL | DEF_LOCAL | DEF_PARAM | DEF_NONLOCAL

LOCAL = 1
GLOBAL_EXPLICIT = 2
GLOBAL_IMPLICIT = 3
FREE = 4
CELL = 5

TYPE_FUNCTION = 0
TYPE_CLASS = 1
TYPE_MODULE = 2
TYPE_ANNOTATION = 3
TYPE_TYPE_ALIAS = 4
TYPE_TYPE_PARAMETERS = 5
TYPE_TYPE_VARIABLE = 6

# Blocks that are functions to the machine: their names live in cells if inner blocks use them.
_LIKE_FUNCTIONS = (TYPE_FUNCTION, TYPE_ANNOTATION, TYPE_TYPE_ALIAS, TYPE_TYPE_PARAMETERS, TYPE_TYPE_VARIABLE)
# Blocks that are evaluated for a format.
_FORMATTED = (TYPE_ANNOTATION, TYPE_TYPE_ALIAS, TYPE_TYPE_VARIABLE)
# What only a class body has: never free in what is around it.
_OF_CLASS_BODIES = ("__class__", "__classdict__", "__conditional_annotations__")

_COMPREHENSIONS = {"ListComp": "listcomp", "SetComp": "setcomp", "DictComp": "dictcomp", "GeneratorExp": "genexpr"}


class _Entry:
    __slots__ = (
        "name", "type", "id", "lineno", "nested", "symbols", "varnames", "children", "_comprehension",
        "_sees_class", "_is_conditional", "_has_conditional_annotations", "_annotations", "_is_target",
        "_is_inlined", "__weakref__",
    )

    def __init__(self, name, kind, node, lineno, nested):
        self.name, self.type, self.id, self.lineno, self.nested = name, kind, id(node), lineno, int(nested)
        self.symbols, self.varnames, self.children = {}, [], []
        self._comprehension = None
        self._sees_class = self._is_conditional = self._has_conditional_annotations = False
        self._annotations = None
        self._is_target = self._is_inlined = False

    def __repr__(self):
        return f"<symtable entry {self.name}({self.id}), line {self.lineno}>"

    @property
    def _is_like_function(self):
        return self.type in _LIKE_FUNCTIONS


_Entry.__name__ = _Entry.__qualname__ = "symtable entry"


class _Visitor(_ast.NodeVisitor):
    """Notes the names of each block."""

    def __init__(self, defers_annotations):
        self.stack = []
        self.top = None
        self.class_name = None
        self.defers_annotations = defers_annotations

    @property
    def block(self):
        return self.stack[-1]

    # Blocks.

    def enter(self, name, kind, node, lineno):
        outer = self.stack[-1] if self.stack else None
        nested = outer is not None and (outer.nested or outer._is_like_function)
        entry = _Entry(name, kind, node, lineno, nested)
        self.resume(entry)
        if kind in _FORMATTED:
            self.define(".format", DEF_PARAM)
            self.define(".format", USE)
        return entry

    def resume(self, entry):
        if self.stack and not (entry.type == TYPE_ANNOTATION and self.defers_annotations):
            if not any(child is entry for child in self.block.children):
                self.block.children.append(entry)
        self.stack.append(entry)

    def leave(self):
        self.stack.pop()

    def see_class(self):
        """The block looks names up in the class body around it, too."""
        self.block._sees_class = True
        self.define("__classdict__", USE)

    # Names.

    def mangled(self, name):
        owner = self.class_name and self.class_name.lstrip("_")
        if not owner or not name.startswith("__") or name.endswith("__") or "." in name:
            return name
        return f"_{owner}{name}"

    def define(self, name, flags, entry=None):
        entry = entry or self.block
        name = self.mangled(name)
        known = entry.symbols.get(name, 0) | flags
        if entry._is_target:
            known |= DEF_COMP_ITER
        entry.symbols[name] = known
        if flags & DEF_PARAM:
            entry.varnames.append(name)
        elif flags & DEF_GLOBAL:
            self.top.symbols[name] = self.top.symbols.get(name, 0) | flags

    def visit_all(self, nodes):
        for node in nodes:
            if node is not None:
                self.visit(node)

    # Statements that make blocks.

    def visit_module(self, tree):
        self.top = self.enter("top", TYPE_MODULE, tree, 0)
        self.generic_visit(tree)
        self.leave()
        return self.top

    def visit_FunctionDef(self, node):
        self.define(node.name, DEF_LOCAL)
        arguments = node.args
        self.visit_all(arguments.defaults)
        self.visit_all(arguments.kw_defaults)
        self.visit_all(node.decorator_list)
        if node.type_params:
            self.enter_type_parameters(node)
            self.define(".defaults", DEF_PARAM)
            if any(default is not None for default in arguments.kw_defaults):
                self.define(".kwdefaults", DEF_PARAM)
            self.visit_all(node.type_params)
        self.visit_annotations(node)
        self.enter(node.name, TYPE_FUNCTION, node, node.lineno)
        self.visit_parameters(arguments)
        self.visit_all(node.body)
        self.leave()
        if node.type_params:
            self.leave()

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_annotations(self, node):
        """The annotations of a function, which lie in a block of their own."""
        arguments = node.args
        parameters = [*arguments.posonlyargs, *arguments.args, arguments.vararg, arguments.kwarg, *arguments.kwonlyargs]
        sees_class = self.block._sees_class or self.block.type == TYPE_CLASS
        self.enter("__annotate__", TYPE_ANNOTATION, arguments, node.lineno)
        if sees_class:
            self.see_class()
        self.visit_all(parameter.annotation for parameter in parameters if parameter is not None)
        self.visit_all([node.returns])
        self.leave()

    def visit_parameters(self, arguments):
        for parameter in [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]:
            self.define(parameter.arg, DEF_PARAM)
        for parameter in arguments.vararg, arguments.kwarg:
            if parameter is not None:
                self.define(parameter.arg, DEF_PARAM)

    def visit_ClassDef(self, node):
        self.define(node.name, DEF_LOCAL)
        self.visit_all(node.decorator_list)
        outer = self.class_name
        if node.type_params:
            self.enter_type_parameters(node)
            for name in ".type_params", ".generic_base":
                self.define(name, DEF_LOCAL | USE)
            self.class_name = node.name
            self.visit_all(node.type_params)
        self.visit_all(node.bases)
        self.visit_all(node.keywords)
        self.enter(node.name, TYPE_CLASS, node, node.lineno)
        self.class_name = node.name
        if node.type_params:
            self.define("__type_params__", DEF_LOCAL)
            self.define(".type_params", USE)
        self.visit_all(node.body)
        self.leave()
        if node.type_params:
            self.leave()
        self.class_name = outer

    def visit_TypeAlias(self, node):
        self.visit(node.name)
        name = node.name.id
        is_in_class = self.block.type == TYPE_CLASS
        if node.type_params:
            self.enter_type_parameters(node, name)
            self.visit_all(node.type_params)
        self.enter(name, TYPE_TYPE_ALIAS, node, node.lineno)
        if is_in_class:
            self.see_class()
        self.visit(node.value)
        self.leave()
        if node.type_params:
            self.leave()

    def enter_type_parameters(self, node, name=None):
        is_in_class = self.block.type == TYPE_CLASS
        self.enter(name or node.name, TYPE_TYPE_PARAMETERS, node.type_params, node.lineno)
        if is_in_class:
            self.see_class()

    def visit_type_parameter(self, node):
        self.define(node.name, DEF_TYPE_PARAM | DEF_LOCAL)
        for part in getattr(node, "bound", None), node.default_value:
            if part is not None:
                sees_class = self.block._sees_class
                self.enter(node.name, TYPE_TYPE_VARIABLE, part, node.lineno)
                if sees_class:
                    self.see_class()
                self.visit(part)
                self.leave()

    visit_TypeVar = visit_ParamSpec = visit_TypeVarTuple = visit_type_parameter

    # Other statements.

    def visit_AnnAssign(self, node):
        if isinstance(node.target, _ast.Name):
            if node.simple:
                self.define(node.target.id, DEF_ANNOT | DEF_LOCAL)
            elif node.value is not None:
                self.define(node.target.id, DEF_LOCAL)
        else:
            self.visit(node.target)
        self.visit_variable_annotation(node.annotation)
        self.visit_all([node.value])

    def visit_variable_annotation(self, annotation):
        """An annotation of a variable: all of a block lie in one block."""
        outer = self.block
        is_conditional = outer.type == TYPE_MODULE or outer.type == TYPE_CLASS and outer._is_conditional
        if is_conditional and not outer._has_conditional_annotations:
            outer._has_conditional_annotations = True
            self.define("__conditional_annotations__", USE)
        if outer._annotations is None:
            outer._annotations = self.enter("__annotate__", TYPE_ANNOTATION, annotation, annotation.lineno)
            if outer.type == TYPE_CLASS and not self.defers_annotations:
                self.see_class()
        else:
            self.resume(outer._annotations)
        # In a function nobody evaluates it.
        if outer.type != TYPE_FUNCTION:
            self.visit(annotation)
        self.leave()

    def visit_conditional(self, node):
        before = self.block._is_conditional
        self.block._is_conditional = True
        self.generic_visit(node)
        self.block._is_conditional = before

    visit_If = visit_While = visit_For = visit_AsyncFor = visit_conditional
    visit_With = visit_AsyncWith = visit_Try = visit_TryStar = visit_Match = visit_conditional

    def visit_Global(self, node):
        for name in node.names:
            self.define(name, DEF_GLOBAL)

    def visit_Nonlocal(self, node):
        for name in node.names:
            self.define(name, DEF_NONLOCAL)

    def visit_alias(self, node):
        name = node.asname or node.name.partition(".")[0]
        if name != "*":
            self.define(name, DEF_IMPORT)

    def visit_named(self, node):
        """What binds a name that is no expression: handlers of exceptions, and patterns."""
        name = node.rest if isinstance(node, _ast.MatchMapping) else node.name
        if name is not None:
            self.define(name, DEF_LOCAL)
        self.generic_visit(node)

    visit_ExceptHandler = visit_MatchAs = visit_MatchStar = visit_MatchMapping = visit_named

    # Expressions.

    def visit_Name(self, node):
        is_used = isinstance(node.ctx, _ast.Load)
        self.define(node.id, USE if is_used else DEF_LOCAL)
        if is_used and node.id == "super" and self.block._is_like_function:
            self.define("__class__", USE)

    def visit_BinOp(self, node):
        # Sums of thousands of terms are chains of left operands.
        operands = []
        while isinstance(node, _ast.BinOp):
            operands.append(node.right)
            node = node.left
        self.visit(node)
        self.visit_all(reversed(operands))

    def visit_NamedExpr(self, node):
        if self.block._comprehension:
            self.bind_outside(node.target.id)
        self.visit(node.value)
        self.visit(node.target)

    def bind_outside(self, name):
        """A name that `:=` binds in a comprehension belongs to the block around that."""
        for entry in reversed(self.stack):
            if entry._comprehension:
                continue
            if entry.type == TYPE_MODULE:
                self.define(name, DEF_GLOBAL)
                self.define(name, DEF_GLOBAL, entry)
            else:
                is_global = entry.symbols.get(self.mangled(name), 0) & DEF_GLOBAL
                self.define(name, DEF_GLOBAL if is_global else DEF_NONLOCAL)
                self.define(name, DEF_LOCAL, entry)
            return

    def visit_Lambda(self, node):
        self.visit_all(node.args.defaults)
        self.visit_all(node.args.kw_defaults)
        self.enter("lambda", TYPE_FUNCTION, node, node.lineno)
        self.visit_parameters(node.args)
        self.visit(node.body)
        self.leave()

    def visit_comprehension_of(self, node):
        kind = _COMPREHENSIONS[type(node).__name__]
        first, *others = node.generators
        self.visit(first.iter)
        self.enter(kind, TYPE_FUNCTION, node, node.lineno)
        self.block._comprehension = kind
        self.define(".0", DEF_PARAM)
        self.visit_target(first.target)
        self.visit_all(first.ifs)
        for generator in others:
            self.visit_target(generator.target)
            self.visit(generator.iter)
            self.visit_all(generator.ifs)
        parts = [node.value, node.key] if kind == "dictcomp" else [node.elt]
        self.visit_all(parts)
        self.leave()

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = visit_comprehension_of

    def visit_target(self, target):
        self.block._is_target = True
        self.visit(target)
        self.block._is_target = False


class _Names:
    """The names that a block finds around it. `bound` is None for the module: nothing is around it."""

    def __init__(self, bound, known_global):
        self.bound, self.known_global = bound, known_global


def _decide(name, flags, around, local, free, body):
    """What a name is in a block; what is free is put into `free`, what the block binds into `local`.
    `body` is the class body in which the block looks names up, too."""
    if flags & DEF_GLOBAL:
        around.known_global.add(name)
        if around.bound is not None:
            around.bound.discard(name)
        return GLOBAL_EXPLICIT
    if flags & DEF_NONLOCAL:
        free.add(name)
        return FREE
    if flags & (DEF_BOUND | DEF_TYPE_PARAM):
        local.add(name)
        around.known_global.discard(name)
        return LOCAL
    if body is not None:
        known = body.symbols.get(name, 0)
        if known & DEF_GLOBAL:
            return GLOBAL_EXPLICIT
        if known & DEF_BOUND and not known & DEF_NONLOCAL:
            return GLOBAL_IMPLICIT
    if around.bound is not None and name in around.bound:
        free.add(name)
        return FREE
    return GLOBAL_IMPLICIT


def _analyze(entry, bound, known_global, body):
    """Decides what the names of a block and of those in it are; the names that are free in it."""
    is_class = entry.type == TYPE_CLASS
    # Names that are free in the block itself, and in the blocks in it.
    own_free, free = set(), set()
    local, scopes = set(), {}
    inner_bound, inner_global, inlined_cells = set(), set(), set()
    if is_class:
        inner_global |= known_global
        inner_bound |= bound or set()
    around = _Names(bound, known_global)
    for name, flags in entry.symbols.items():
        scopes[name] = _decide(name, flags, around, local, own_free, body)
    if is_class:
        inner_bound.update(_OF_CLASS_BODIES)
    else:
        if entry._is_like_function:
            inner_bound |= local
        inner_bound |= bound or set()
        inner_global |= known_global
    for child in entry.children:
        seen = None
        if child._sees_class:
            seen = entry if is_class else body
        child_free = _analyze(child, set(inner_bound), set(inner_global), seen)
        if child._comprehension not in (None, "genexpr") and not entry._sees_class:
            _inline(entry, child, scopes, child_free, inlined_cells)
            child._is_inlined = True
        free |= child_free
    entry.children[:] = [
        inner for child in entry.children for inner in (child.children if child._is_inlined else [child])
    ]
    if entry._is_like_function:
        for name, scope in scopes.items():
            if scope == LOCAL and (name in free or name in inlined_cells):
                scopes[name] = CELL
                free.discard(name)
    elif is_class:
        free.difference_update(_OF_CLASS_BODIES)
    _keep(entry, scopes, bound, free, inlined_cells)
    return own_free | free


def _inline(entry, comprehension, scopes, free, inlined_cells):
    """The names of a comprehension whose code becomes a part of the block."""
    for name, flags in comprehension.symbols.items():
        if flags & DEF_PARAM:
            continue
        scope, flags = flags >> SCOPE_OFF, flags & (1 << SCOPE_OFF) - 1
        if scope == CELL or flags & DEF_COMP_CELL:
            inlined_cells.add(name)
        if scope == FREE and entry.type == TYPE_CLASS and name in _OF_CLASS_BODIES:
            scope = GLOBAL_IMPLICIT
            free.discard(name)
        if name not in entry.symbols:
            entry.symbols[name] = flags
            scopes[name] = scope
            continue
        if scope == FREE and entry.type != TYPE_CLASS:
            entry.symbols[name] |= flags & USE
        if entry.symbols[name] & DEF_BOUND and entry.type != TYPE_CLASS:
            is_free_inside = any(
                inner.symbols.get(name, 0) >> SCOPE_OFF == FREE for inner in comprehension.children
            )
            if not is_free_inside:
                free.discard(name)


def _keep(entry, scopes, bound, free, inlined_cells):
    for name, flags in entry.symbols.items():
        if name in inlined_cells:
            flags |= DEF_COMP_CELL
        entry.symbols[name] = flags | scopes[name] << SCOPE_OFF
    for name in free:
        if name in entry.symbols:
            # A name of the class that is free in one of its methods, too.
            if entry.type == TYPE_CLASS or entry._sees_class:
                entry.symbols[name] |= DEF_FREE_CLASS
        elif bound is None or name in bound:
            entry.symbols[name] = FREE << SCOPE_OFF


def _defers_annotations(tree):
    imported = [
        alias.name
        for statement in (tree.body if isinstance(tree.body, list) else [])
        if isinstance(statement, _ast.ImportFrom) and statement.module == "__future__"
        for alias in statement.names
    ]
    return "annotations" in imported


def symtable(source, filename, startstr, /):
    """Return symbol and scope dictionaries used internally by compiler."""
    if startstr not in ("exec", "eval", "single"):
        raise ValueError("symtable() arg 3 must be 'exec' or 'eval' or 'single'")
    # The compiler tells the mistakes.
    compile(source, filename, startstr, dont_inherit=True)
    tree = compile(source, filename, startstr, _ast.PyCF_ONLY_AST, dont_inherit=True)
    top = _Visitor(_defers_annotations(tree)).visit_module(tree)
    _analyze(top, None, set(), None)
    return top
