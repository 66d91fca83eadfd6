//! The main section of a jar's `META-INF/MANIFEST.MF`.

/// The main attributes of a manifest, in order; empty if the container has none.
#[derive(Debug, Clone, Default)]
pub struct Manifest {
    attributes: Vec<(String, String)>,
}

impl Manifest {
    /// Reads the main section: lines end in CR, LF or both; a line that starts with a space continues the
    /// one before, possibly in the middle of a character. Lines without a colon are passed over.
    pub(super) fn parse(bytes: &[u8]) -> Manifest {
        let mut lines: Vec<Vec<u8>> = Vec::new();
        let mut rest = bytes;
        while !rest.is_empty() {
            let end = rest.iter().position(|byte| matches!(byte, b'\r' | b'\n')).unwrap_or(rest.len());
            let (line, tail) = rest.split_at(end);
            rest = tail.strip_prefix(b"\r\n").or_else(|| tail.get(1..)).unwrap_or_default();
            match (line, lines.last_mut()) {
                ([], Some(_)) => break,
                ([], None) => {}
                ([b' ', more @ ..], Some(last)) => last.extend_from_slice(more),
                _ => lines.push(line.to_vec()),
            }
        }
        let attribute = |line: &Vec<u8>| {
            let line = String::from_utf8_lossy(line);
            let (name, value) = line.split_once(':')?;
            Some((name.to_owned(), value.strip_prefix(' ').unwrap_or(value).to_owned()))
        };
        Manifest { attributes: lines.iter().filter_map(attribute).collect() }
    }

    /// The attribute `name`, without regard to case; of several the last one, as in `java.util.jar`.
    pub fn get(&self, name: &str) -> Option<&str> {
        let found = self.attributes.iter().rev().find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }

    /// The class whose `main` the JVM calls, as `a.b.C`.
    pub fn main_class(&self) -> Option<&str> {
        self.trimmed("Main-Class")
    }

    /// The application's own main class in a Spring Boot archive, as `a.b.C`.
    pub fn start_class(&self) -> Option<&str> {
        self.trimmed("Start-Class")
    }

    /// The agent that the JVM starts before `main`.
    pub fn launcher_agent(&self) -> Option<&str> {
        self.trimmed("Launcher-Agent-Class")
    }

    /// The agent started by `-javaagent`.
    pub fn premain_class(&self) -> Option<&str> {
        self.trimmed("Premain-Class")
    }

    /// The agent started by attaching.
    pub fn agent_class(&self) -> Option<&str> {
        self.trimmed("Agent-Class")
    }

    /// The relative URLs of `Class-Path`.
    pub fn class_path(&self) -> impl Iterator<Item = &str> {
        self.get("Class-Path").unwrap_or_default().split_whitespace()
    }

    /// Whether `META-INF/versions` counts; like the JVM, blanks around `true` are not accepted.
    pub fn multi_release(&self) -> bool {
        self.get("Multi-Release").is_some_and(|value| value.eq_ignore_ascii_case("true"))
    }

    fn trimmed(&self, name: &str) -> Option<&str> {
        self.get(name).map(str::trim).filter(|value| !value.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn continuation_lines_join_within_a_character() {
        let bytes = b"Manifest-Version: 1.0\r\nMain-Class: a.\xc3\r\n \xa9.B\r\nClass-Path: x.jar \r\n  y.jar\r\n\r\nMain-Class: no\r\n";
        let manifest = Manifest::parse(bytes);
        assert_eq!(manifest.main_class(), Some("a.é.B"));
        assert_eq!(manifest.class_path().collect::<Vec<_>>(), ["x.jar", "y.jar"]);
    }

    #[test]
    fn any_line_end_and_any_case() {
        let manifest = Manifest::parse(b"\n\nmulti-RELEASE: TRUE\rStart-Class: x.Y\nnonsense\n");
        assert!(manifest.multi_release());
        assert_eq!(manifest.start_class(), Some("x.Y"));
        assert!(!Manifest::parse(b"Multi-Release: true \n").multi_release());
        assert!(Manifest::parse(b"").get("x").is_none());
    }
}
