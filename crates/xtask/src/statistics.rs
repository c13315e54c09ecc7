//! Medians and paired ratios: the machine is shared, so single figures say nothing.

/// The middle value and the range around it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Summary {
    pub(crate) median: f64,
    pub(crate) lowest: f64,
    pub(crate) highest: f64,
}

/// Summarises some values; nothing if there are none.
pub(crate) fn summarise(values: &[f64]) -> Option<Summary> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let (lowest, highest) = (*sorted.first()?, *sorted.last()?);
    let middle = sorted.len() / 2;
    let median = if sorted.len() % 2 == 1 {
        sorted[middle]
    } else {
        f64::midpoint(sorted[middle - 1], sorted[middle])
    };
    Some(Summary {
        median,
        lowest,
        highest,
    })
}

/// `factor * above / below`, round by round: a cause that slowed a whole round down cancels out.
pub(crate) fn paired(factor: f64, above: &[f64], below: &[f64]) -> Option<Summary> {
    let ratios: Vec<f64> = above
        .iter()
        .zip(below)
        .map(|(above, below)| factor * above / below)
        .collect();
    summarise(&ratios)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn median_of_odd_and_even_counts() {
        assert_eq!(
            summarise(&[3.0, 1.0, 2.0]).map(|summary| summary.median),
            Some(2.0)
        );
        assert_eq!(
            summarise(&[4.0, 1.0, 2.0, 3.0]).map(|summary| summary.median),
            Some(2.5)
        );
        assert_eq!(summarise(&[]), None);
    }

    #[test]
    fn ratios_are_taken_round_by_round() {
        let ratio = paired(2.0, &[1.0, 10.0], &[2.0, 10.0]);
        assert_eq!(
            ratio,
            Some(Summary {
                median: 1.5,
                lowest: 1.0,
                highest: 2.0
            })
        );
    }
}
