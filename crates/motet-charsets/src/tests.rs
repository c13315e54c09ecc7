//! Each encoding reads and writes a text, stops where it should, and goes on from a state.

use super::{Encoding, Stop};

fn encoded(name: &str, text: &str) -> Vec<u8> {
    let encoding = Encoding::named(name).expect("an encoding of this crate");
    let characters: Vec<u32> = text.chars().map(u32::from).collect();
    let (mut state, mut out) = (encoding.initial(false), Vec::new());
    let (read, stop) = encoding.encode(&characters, &mut state, true, &mut out);
    assert_eq!((read, stop), (characters.len(), Stop::End), "{name}");
    encoding.finish(&mut state, &mut out);
    out
}

fn decoded(name: &str, data: &[u8]) -> (String, usize, Stop) {
    let encoding = Encoding::named(name).expect("an encoding of this crate");
    let (mut state, mut out) = (encoding.initial(true), String::new());
    let (read, stop) = encoding.decode(data, &mut state, &mut out);
    (out, read, stop)
}

#[test]
fn texts_go_there_and_back() {
    let texts = [
        ("gb2312 gbk gb18030 hz", "汉字 and ascii"),
        ("big5 big5hkscs cp950", "漢字 and ascii"),
        (
            "cp932 shift_jis euc_jp iso2022_jp iso2022_jp_ext",
            "日本語 and ascii",
        ),
        (
            "euc_jisx0213 shift_jis_2004 iso2022_jp_3 iso2022_jp_2004",
            "か゚日本 and",
        ),
        ("cp949 euc_kr johab iso2022_kr", "한국어 and ascii"),
        ("gb18030", "\u{12345}\u{10ffff}"),
        ("euc_kr", "뢨"),
    ];
    for (names, text) in texts {
        for name in names.split(' ') {
            let code = encoded(name, text);
            let expected = (text.to_owned(), code.len(), Stop::End);
            assert_eq!(decoded(name, &code), expected, "{name}");
        }
    }
}

#[test]
fn codes_without_meaning_and_parts_of_codes_are_told_apart() {
    assert_eq!(
        decoded("gbk", b"a\xff\xff"),
        ("a".to_owned(), 1, Stop::Illegal(1))
    );
    assert_eq!(
        decoded("gbk", b"a\x81"),
        ("a".to_owned(), 1, Stop::Incomplete)
    );
    assert_eq!(
        decoded("iso2022_jp", b"\x1b$B!"),
        (String::new(), 3, Stop::Incomplete)
    );
    assert_eq!(
        decoded("hz", b"~{AD~"),
        ("聊".to_owned(), 4, Stop::Incomplete)
    );
}
