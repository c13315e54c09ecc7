"""Virtual environments: CPython's builder, with scripts of our own."""

import os

from . import _builder
from ._builder import CORE_VENV_DEPS, logger, main as _main

_ACTIVATE = """\
# To be sourced by a shell: . __BIN__/activate
deactivate () {
    if [ -n "${_OLD_VIRTUAL_PATH:-}" ] ; then
        PATH="${_OLD_VIRTUAL_PATH}"
        export PATH
        unset _OLD_VIRTUAL_PATH
    fi
    if [ -n "${_OLD_VIRTUAL_PS1:-}" ] ; then
        PS1="${_OLD_VIRTUAL_PS1}"
        export PS1
        unset _OLD_VIRTUAL_PS1
    fi
    if [ -n "${_OLD_VIRTUAL_PYTHONHOME:-}" ] ; then
        PYTHONHOME="${_OLD_VIRTUAL_PYTHONHOME}"
        export PYTHONHOME
        unset _OLD_VIRTUAL_PYTHONHOME
    fi
    hash -r 2> /dev/null || true
    unset VIRTUAL_ENV
    unset VIRTUAL_ENV_PROMPT
    if [ ! "${1:-}" = "nondestructive" ] ; then
        unset -f deactivate
    fi
}

deactivate nondestructive
VIRTUAL_ENV=__ENVIRONMENT__
export VIRTUAL_ENV
_OLD_VIRTUAL_PATH="$PATH"
PATH="$VIRTUAL_ENV/bin:$PATH"
export PATH
VIRTUAL_ENV_PROMPT=__PROMPT__
export VIRTUAL_ENV_PROMPT
if [ -n "${PYTHONHOME:-}" ] ; then
    _OLD_VIRTUAL_PYTHONHOME="${PYTHONHOME}"
    unset PYTHONHOME
fi
if [ -z "${VIRTUAL_ENV_DISABLE_PROMPT:-}" ] ; then
    _OLD_VIRTUAL_PS1="${PS1:-}"
    PS1="($VIRTUAL_ENV_PROMPT) ${PS1:-}"
    export PS1
fi
hash -r 2> /dev/null || true
"""


class EnvBuilder(_builder.EnvBuilder):
    """Makes virtual environments."""

    def setup_scripts(self, context):
        import shlex
        text = _ACTIVATE
        for name, value in (
            ("__ENVIRONMENT__", shlex.quote(context.env_dir)),
            ("__PROMPT__", shlex.quote(context.prompt)),
            ("__BIN__", context.bin_path),
        ):
            text = text.replace(name, value)
        with open(os.path.join(context.bin_path, "activate"), "w", encoding="utf-8") as file:
            file.write(text)


_builder.EnvBuilder, _plain_builder = EnvBuilder, _builder.EnvBuilder


def create(
    env_dir, system_site_packages=False, clear=False, symlinks=False, with_pip=False, prompt=None,
    upgrade_deps=False, *, scm_ignore_files=frozenset(),
):
    """Makes a virtual environment in a folder."""
    builder = EnvBuilder(
        system_site_packages=system_site_packages, clear=clear, symlinks=symlinks,
        with_pip=with_pip, prompt=prompt, upgrade_deps=upgrade_deps,
        scm_ignore_files=scm_ignore_files,
    )
    builder.create(env_dir)


def main(args=None):
    return _main(args)
