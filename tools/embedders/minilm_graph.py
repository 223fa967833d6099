"""The network of all-MiniLM-L6-v2 as an ONNX model with eight-bit weights, built from the published ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Weight = Callable[[str], NDArray[Any]]
    """From a weight's published name to its values; read one by one, since all of them are 90 MB."""

LAYERS, HEADS, WIDTH = 6, 12, 384

# Seven bits of the eight: processors without VNNI add pairs of products in 16 bits, which 255 × 127 twice
# would overflow. So every processor gives the same sums.
_LARGEST = 63


def model(weight: Weight) -> bytes:
    """The serialised ONNX model: `input_ids` int64 [1, n] to `last_hidden_state` float32 [1, n, 384].

    It takes one text at a time and no mask. Activations are quantised as they come, over the whole
    text, so a second text in the batch would change the first one's vector.
    """
    graph = _Graph(weight)
    hidden = _embedded(graph)
    for layer in range(LAYERS):
        hidden = _layer(graph, hidden, f"encoder.layer.{layer}")
    return graph.serialised(hidden)


def _embedded(graph: _Graph) -> str:
    """Words and places; all tokens belong to sentence 0, so its type vector is part of the place's."""
    import numpy as np

    table = graph.weight("embeddings.word_embeddings.weight")
    scale = np.abs(table).max(1, keepdims=True) / 127
    table /= scale
    small = graph.constant("words", np.rint(table, out=table).astype(np.int8))
    words = graph.add("Cast", [graph.add("Gather", [small, "input_ids"])], to=graph.float)
    words = graph.add("Mul", [words, graph.add("Gather", [graph.constant("word_scales", scale), "input_ids"])])
    places = graph.weight("embeddings.position_embeddings.weight")
    places = places + graph.weight("embeddings.token_type_embeddings.weight")[0]
    length = graph.add("Shape", ["input_ids"], start=1, end=2)
    start = graph.constant("start", np.zeros(1, np.int64))
    place = graph.add("Slice", [graph.constant("places", places), start, length])
    return graph.norm(graph.add("Add", [words, place]), "embeddings")


def _layer(graph: _Graph, hidden: str, name: str) -> str:
    seen = graph.linear(_attention(graph, hidden, f"{name}.attention.self"), f"{name}.attention.output.dense")
    hidden = graph.norm(graph.add("Add", [hidden, seen]), f"{name}.attention.output")
    inner = graph.add("Gelu", [graph.linear(hidden, f"{name}.intermediate.dense")])
    return graph.norm(graph.add("Add", [hidden, graph.linear(inner, f"{name}.output.dense")]), f"{name}.output")


def _attention(graph: _Graph, hidden: str, name: str) -> str:
    import numpy as np

    heads = graph.constant("heads", np.array([0, 0, HEADS, WIDTH // HEADS]))
    orders = {"query": (0, 2, 1, 3), "key": (0, 2, 3, 1), "value": (0, 2, 1, 3)}
    query, key, value = (
        graph.add("Transpose", [graph.add("Reshape", [graph.linear(hidden, f"{name}.{part}"), heads])], perm=order)
        for part, order in orders.items()
    )
    root = graph.constant("root", np.array((WIDTH // HEADS) ** -0.5, np.float32))
    shares = graph.add("Softmax", [graph.add("Mul", [graph.add("MatMul", [query, key]), root])], axis=-1)
    mixed = graph.add("Transpose", [graph.add("MatMul", [shares, value])], perm=(0, 2, 1, 3))
    return graph.add("Reshape", [mixed, graph.constant("whole", np.array([0, 0, WIDTH]))])


class _Graph:
    """An ONNX graph under construction: each method adds nodes and gives the name of what they compute."""

    def __init__(self, weight: Weight) -> None:
        from onnx import TensorProto

        self.weight = weight
        self.float = TensorProto.FLOAT
        self._nodes: list[Any] = []
        self._constants: dict[str, Any] = {}
        self._quantised: dict[str, tuple[str, str, str]] = {}

    def constant(self, name: str, values: NDArray[Any]) -> str:
        from onnx import numpy_helper

        if name not in self._constants:
            self._constants[name] = numpy_helper.from_array(values, name)
        return name

    def add(self, operation: str, inputs: list[str], **attributes: Any) -> str:
        return self._add(operation, inputs, 1, attributes)[0]

    def norm(self, hidden: str, name: str) -> str:
        gain = self.constant(f"{name}.gain", self.weight(f"{name}.LayerNorm.weight"))
        shift = self.constant(f"{name}.shift", self.weight(f"{name}.LayerNorm.bias"))
        return self.add("LayerNormalization", [hidden, gain, shift], axis=-1, epsilon=1e-12)

    def linear(self, hidden: str, name: str) -> str:
        """`hidden` times the weights plus the bias, in whole numbers, with one scale for each column."""
        import numpy as np

        matrix = np.ascontiguousarray(self.weight(f"{name}.weight").T)
        scale = np.abs(matrix).max(0) / _LARGEST
        small = self.constant(f"{name}.small", np.rint(matrix / scale).astype(np.int8))
        if hidden not in self._quantised:
            whole, step, zero = self._add("DynamicQuantizeLinear", [hidden], 3, {})
            self._quantised[hidden] = (whole, step, zero)
        whole, step, zero = self._quantised[hidden]
        product = self.add("Cast", [self.add("MatMulInteger", [whole, small, zero])], to=self.float)
        steps = self.add("Mul", [step, self.constant(f"{name}.scale", scale)])
        bias = self.constant(f"{name}.bias", self.weight(f"{name}.bias"))
        return self.add("Add", [self.add("Mul", [product, steps]), bias])

    def serialised(self, hidden: str) -> bytes:
        from onnx import TensorProto, helper

        self._nodes.append(helper.make_node("Identity", [hidden], ["last_hidden_state"]))
        given = [helper.make_tensor_value_info("input_ids", TensorProto.INT64, [1, "n"])]
        made = [helper.make_tensor_value_info("last_hidden_state", TensorProto.FLOAT, [1, "n", WIDTH])]
        graph = helper.make_graph(self._nodes, "all-MiniLM-L6-v2", given, made, list(self._constants.values()))
        # opset 20 brings Gelu; format 9 is the oldest that goes with it, so older runtimes read the model too
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=9)
        return bytes(model.SerializeToString(deterministic=True))

    def _add(self, operation: str, inputs: list[str], outputs: int, attributes: dict[str, Any]) -> list[str]:
        from onnx import helper

        names = [f"{len(self._nodes)}.{i}" for i in range(outputs)]
        self._nodes.append(helper.make_node(operation, inputs, names, **attributes))
        return names
