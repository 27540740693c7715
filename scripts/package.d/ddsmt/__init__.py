"""A delta debugger for SMT-LIB, which is a program and not a library.

Run ``ddsmt`` or ``python3 -m ddsmt``. The modules of ddSMT 2, which was
written in Python, do not exist: only ``program`` can be imported.
"""

import os
import sysconfig

__all__ = ["program"]


def __getattr__(name):
    raise AttributeError(f"ddsmt is a program and has no {name!r}: run 'ddsmt --help' or 'python3 -m ddsmt --help'")


def program():
    """The path of the program that was installed with this module."""
    schemes = ["", *(name for name in sysconfig.get_scheme_names() if name.startswith("posix"))]
    # `pip install --target FOLDER` puts programs into FOLDER/bin, which is in none of the schemes.
    folders = [os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "bin")]
    folders += [sysconfig.get_path("scripts", scheme) if scheme else sysconfig.get_path("scripts") for scheme in schemes]
    for folder in folders:
        path = os.path.join(folder, "ddsmt")
        if os.path.isfile(path):
            return path
    raise FileNotFoundError(f"the program ddsmt is in none of these folders: {', '.join(folders)}")
