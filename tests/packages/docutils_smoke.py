# docutils makes HTML, LaTeX and trees of reStructuredText, and reports its mistakes.
from docutils.core import publish_doctree, publish_parts, publish_string

TEXT = """
=====
Title
=====

:Author: Ann

Section
-------
Some *emphasis*, **strong**, ``code``, a `link <http://x.org/>`_ and a note [1]_.

* one

  1. inner
* two

.. code:: python

   def f(x): return x

.. image:: a.png
   :alt: picture

===  =====
a    b
===  =====
1    two
3    four
===  =====

.. [1] The note.
.. |x| replace:: *substituted*

Then |x|; ``é``. `broken
"""
settings = {"report_level": 5, "output_encoding": "unicode", "embed_stylesheet": False, "stylesheet_path": None,
            "syntax_highlight": "short", "_disable_config": True}
print(publish_parts(TEXT, writer="html5", settings_overrides=settings)["body"])
print(publish_parts(TEXT, writer="latex", settings_overrides=settings)["body"][:800])
tree = publish_doctree(TEXT, settings_overrides=settings)
print(tree.pformat()[:1500])
print([node.tagname for node in tree.children], tree.asdom().documentElement.tagName)
