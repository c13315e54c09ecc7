//! The known name that a wrong one resembles, which messages suggest.

/// Among more names than this no similar one is looked for.
const NAMES_MAX: usize = 750;
/// Longer names are not compared.
const LENGTH_MAX: usize = 40;
/// The costs of inserting, deleting or replacing a character, and of changing its case.
const MOVE_COST: usize = 2;
const CASE_COST: usize = 1;

/// The name that is most like the wrong one, if it is similar enough and its distance is less than
/// `below`; the first of those that are equally near.
pub fn nearest<'a>(wrong: &str, names: &[&'a str], below: usize) -> Option<&'a str> {
    let wrong: Vec<char> = wrong.chars().collect();
    if names.len() > NAMES_MAX || wrong.len() > LENGTH_MAX {
        return None;
    }
    let (mut best, mut best_distance) = (None, below);
    for name in names {
        let characters: Vec<char> = name.chars().collect();
        if characters == wrong || best_distance == 0 {
            continue;
        }
        let most = (characters.len() + wrong.len() + 3) * MOVE_COST / 6;
        let most = most.min(best_distance - 1);
        let distance = distance(&wrong, &characters);
        if distance <= most {
            (best, best_distance) = (Some(*name), distance);
        }
    }
    best
}

/// The complaint of a keyword argument that is not known, with the name that may have been meant.
pub fn unexpected_keyword(caller: &str, wrong: &str, names: &[&str]) -> String {
    let meant = match nearest(wrong, names, usize::MAX) {
        Some(name) => format!(". Did you mean '{name}'?"),
        None => String::new(),
    };
    format!("{caller} got an unexpected keyword argument '{wrong}'{meant}")
}

/// The cost of making one text of another.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).map(|count| count * MOVE_COST).collect();
    for (index, first) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = (index + 1) * MOVE_COST;
        for (column, second) in b.iter().enumerate() {
            let replaced = diagonal + replacement(*first, *second);
            diagonal = row[column + 1];
            let moved = row[column].min(row[column + 1]) + MOVE_COST;
            row[column + 1] = replaced.min(moved);
        }
    }
    row[b.len()]
}

fn replacement(a: char, b: char) -> usize {
    if a == b {
        0
    } else if a.to_lowercase().eq(b.to_lowercase()) {
        CASE_COST
    } else {
        MOVE_COST
    }
}
