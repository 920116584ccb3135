//! Figures as they are read from the text form of Prometheus, as far as this program writes it.

/// One figure.
#[derive(Debug)]
struct Figure {
    name: String,
    labels: Vec<(String, String)>,
    value: f64,
}

/// The figures of a server.
#[derive(Debug)]
pub(super) struct Figures(Vec<Figure>);

impl Figures {
    /// Reads the lines that are figures, and leaves out all others.
    pub(super) fn read(text: &str) -> Self {
        Self(text.lines().filter_map(Figure::read).collect())
    }

    fn named(&self, name: &str) -> impl Iterator<Item = &Figure> {
        self.0.iter().filter(move |figure| figure.name == name)
    }

    /// Whether there is a figure of this name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.named(name).next().is_some()
    }

    /// The sum of all figures of a name; 0 if there is none.
    pub(super) fn sum(&self, name: &str) -> f64 {
        // A sum of nothing by the library is -0, and printed as such.
        self.named(name).map(|figure| figure.value).fold(0.0, |sum, value| sum + value)
    }

    /// The sum of the figures of a name that have this label.
    pub(super) fn sum_where(&self, name: &str, label: &str, value: &str) -> f64 {
        self.named(name)
            .filter(|figure| figure.label(label) == Some(value))
            .map(|figure| figure.value)
            .fold(0.0, |sum, value| sum + value)
    }

    /// The label of the first figure of a name.
    pub(super) fn label(&self, name: &str, label: &str) -> Option<&str> {
        self.named(name).find_map(|figure| figure.label(label))
    }

    /// The sums of a name for each value of a label, the greatest first, without those that are 0.
    pub(super) fn by(&self, name: &str, label: &str) -> Vec<(&str, f64)> {
        let mut sums: Vec<(&str, f64)> = Vec::new();
        for figure in self.named(name) {
            let Some(value) = figure.label(label) else { continue };
            match sums.iter_mut().find(|(known, _)| *known == value) {
                Some((_, sum)) => *sum += figure.value,
                None => sums.push((value, figure.value)),
            }
        }
        sums.retain(|(_, sum)| *sum > 0.0);
        sums.sort_by(|one, other| other.1.total_cmp(&one.1));
        sums
    }

    /// The least bound of a histogram under which so great a part of all lies; none if nothing was counted, or no bound is so
    /// high.
    pub(super) fn within(&self, histogram: &str, part: f64) -> Option<f64> {
        let all = self.sum(&format!("{histogram}_count"));
        let mut bounds: Vec<(f64, f64)> = self
            .named(&format!("{histogram}_bucket"))
            .filter_map(|figure| Some((figure.label("le")?.parse().ok()?, figure.value)))
            .collect();
        bounds.sort_by(|one, other| one.0.total_cmp(&other.0));
        let bound = bounds.into_iter().find(|(bound, count)| bound.is_finite() && *count >= all * part);
        bound.map(|(bound, _)| bound).filter(|_| all > 0.0)
    }
}

impl Figure {
    fn read(line: &str) -> Option<Self> {
        if line.starts_with('#') {
            return None;
        }
        let (head, value) = line.rsplit_once(' ')?;
        let (name, labels) = head.split_once('{').unwrap_or((head, ""));
        let labels = labels.trim_end_matches('}').split("\",").filter_map(|label| {
            let (name, value) = label.split_once("=\"")?;
            Some((name.to_owned(), value.trim_end_matches('"').to_owned()))
        });
        Some(Self { name: name.to_owned(), labels: labels.collect(), value: value.parse().ok()? })
    }

    fn label(&self, name: &str) -> Option<&str> {
        self.labels.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"# TYPE a counter
a{kind="x",state="one, two"} 3
a{kind="y",state="one"} 4
a{kind="y",state="two"} 0.5
t_bucket{le="0.01"} 98
t_bucket{le="0.1"} 99
t_bucket{le="+Inf"} 100
t_count 100
no figure
plain 1e3"#;

    #[test]
    fn figures_are_read_added_up_and_sorted() {
        let figures = Figures::read(TEXT);
        assert!((figures.sum("a") - 7.5).abs() < 1e-9 && (figures.sum("plain") - 1_000.0).abs() < 1e-9);
        assert!((figures.sum_where("a", "state", "one, two") - 3.0).abs() < 1e-9);
        assert_eq!(figures.by("a", "kind"), [("y", 4.5), ("x", 3.0)]);
        assert_eq!(figures.label("a", "kind"), Some("x"));
        assert_eq!((figures.has("no"), figures.sum("no")), (false, 0.0));
        assert_eq!(figures.within("t", 0.98), Some(0.01));
        assert_eq!(figures.within("t", 0.99), Some(0.1));
        assert_eq!((figures.within("t", 1.0), figures.within("no", 0.5)), (None, None));
    }
}
