# Paths, components, flows, orders, trees of graphs.
import networkx as nx

g = nx.Graph()
g.add_weighted_edges_from([("a", "b", 1), ("b", "c", 2), ("a", "c", 5), ("d", "e", 1)])
assert nx.shortest_path(g, "a", "c", weight="weight") == ["a", "b", "c"]
assert [sorted(c) for c in nx.connected_components(g)] == [["a", "b", "c"], ["d", "e"]]
tree = nx.minimum_spanning_tree(g)
assert sorted(tree.edges()) == [("a", "b"), ("b", "c"), ("d", "e")]
d = nx.DiGraph([(1, 2), (2, 3), (1, 3), (3, 4)])
assert list(nx.topological_sort(d)) == [1, 2, 3, 4] and nx.has_path(d, 1, 4)
assert nx.is_directed_acyclic_graph(d) and d.in_degree(3) == 2
f = nx.DiGraph()
for u, v, c in [("s", "a", 3), ("s", "b", 2), ("a", "t", 2), ("b", "t", 3), ("a", "b", 5)]:
    f.add_edge(u, v, capacity=c)
assert nx.maximum_flow_value(f, "s", "t") == 5
assert nx.diameter(nx.petersen_graph()) == 2
assert nx.check_planarity(nx.complete_graph(5))[0] is False
assert nx.is_isomorphic(nx.cycle_graph(4), nx.grid_2d_graph(2, 2))
assert len(list(nx.find_cliques(nx.complete_graph(4)))) == 1
assert nx.greedy_color(nx.path_graph(4)) and nx.bfs_tree(d, 1).number_of_edges() == 3
print("ok")
