# Damaged numbers and sizes in pickles.
import pickle


def tried(read):
    try:
        print(ascii(read()))
    except Exception as error:
        print(type(error).__name__, ascii(str(error)))


PICKLES = [
    b'L12\xd43L\n.', b'I12\xff\n.', b'F1\xff\n.', b'L12L\n.', b'I1_0\n.', b'L1_0L\n.', b'L12\n.', b'LxL\n.',
    b'I 5\n.', b'I\n.', b'L\n.', b'F\n.', b'g\xff\n.', b'gx\n.', b'p\xff\n.', b'Np-1\n.', b'c\xe9\nx\n.',
    b"S'\xff'\n.", b'V\xff\n.', b'V\\ud800\n.', b'P\xff\n.', b'I12\x00\n.', b'L12\x00L\n.', b'L 12L\n.', b'I010\n.',
    b'I0x1\n.', b'L0x10L\n.', b'F1_0\n.', b'F nan\n.', b'F1.5\x00\n.', b'\x8e\t\x00\x00\x00\xff\x00\x00\x0e.',
    b'\x8e\t\x00\x00\x00\xff\x00\x00\xff.', b'\x8d\t\x00\x00\x00\xff\x00\x00\x0e.',
    b'\x96\t\x00\x00\x00\xff\x00\x00\x0e.', b'\x96\t\x00\x00\x00\xff\x00\x00\xff.',
    b'\x95\t\x00\x00\x00\xff\x00\x00\x0e.', b'\x95\t\x00\x00\x00\xff\x00\x00\xff.', b'\x8b\xff\xff\xff\xff1.',
    b'\x8d\t\x00\x00\x00\xff\x00\x00\xff.', b'\x8e\xff\xff\xff\xff\xff\xff\xff\x7f.', b'j\xff\xff\xff\xff.',
]

for document in PICKLES:
    print(document)
    tried(lambda: pickle.loads(document))
