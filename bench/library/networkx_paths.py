"""NetworkX: the betweenness of the nodes of a graph."""
# needs: networkx

import support.packages  # noqa: F401
from support.repeated import run

import networkx

TURNS = {"T": 1, "S": 52, "W": 260, "A": 2600}
GRAPH = networkx.gnm_random_graph(80, 250, seed=1)


def work():
    return round(sum(networkx.betweenness_centrality(GRAPH).values()), 9)


if __name__ == "__main__":
    run("networkx_paths", __doc__, TURNS, work, 1.591366439)
