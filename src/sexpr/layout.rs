//! Layouts of the output file other than one command per line.

use super::{Node, Script};

/// The longest line that [`wrapped`] makes where tokens allow it.
const WIDTH: usize = 78;

/// Returns the script with each part on its own line, indented by two blanks per level; a list of leaves stays
/// on one line.
pub fn pretty(script: &Script) -> Vec<u8> {
    pretty_commands(script.commands())
}

/// Returns some commands of a script in the layout of [`pretty`].
pub fn pretty_commands<'a>(commands: impl IntoIterator<Item = Node<'a>>) -> Vec<u8> {
    let mut out = Vec::new();
    commands.into_iter().for_each(|command| pretty_command(command, &mut out));
    out
}

fn pretty_command(command: Node<'_>, out: &mut Vec<u8>) {
    let line = |out: &mut Vec<u8>, depth: usize, text: &[u8]| {
        out.resize(out.len() + 2 * depth, b' ');
        out.extend_from_slice(text);
        out.push(b'\n');
    };
    // Indices at which an open list ends.
    let mut open: Vec<usize> = Vec::new();
    let (mut index, end) = (command.index(), command.index() + command.size());
    loop {
        while open.last() == Some(&index) {
            open.pop();
            line(out, open.len(), b")");
        }
        if index == end {
            return;
        }
        let node = command.tape().node(command.command(), index);
        if node.children().all(Node::is_leaf) {
            line(out, open.len(), &one_line(node));
            index += node.size();
            continue;
        }
        let head = node.children().next().and_then(Node::leaf);
        line(out, open.len(), &[b"(", head.unwrap_or_default()].concat());
        open.push(index + node.size());
        index += 1 + usize::from(head.is_some());
    }
}

fn one_line(node: Node<'_>) -> Vec<u8> {
    if node.is_leaf() {
        return node.text().to_vec();
    }
    let leaves: Vec<&[u8]> = node.children().map(Node::text).collect();
    [b"(".as_slice(), &leaves.join(&b' '), b")"].concat()
}

/// Returns the script with one command per line. A line is broken between tokens where it is longer than 78
/// bytes, and continued with two blanks.
pub fn wrapped(script: &Script) -> Vec<u8> {
    let mut out = Vec::new();
    for command in script.commands() {
        let text = command.text();
        let mut line_start = out.len();
        let mut from = 0;
        for end in word_starts(command).chain([text.len() + 1]) {
            let word = &text[from..end - 1];
            if from > 0 {
                if out.len() - line_start + 1 + word.len() > WIDTH {
                    out.push(b'\n');
                    line_start = out.len();
                    out.push(b' ');
                }
                out.push(b' ');
            }
            out.extend_from_slice(word);
            from = end;
        }
        out.push(b'\n');
    }
    out
}

/// Returns the places in the text of a command at which a node begins behind a blank. So words, the runs of text
/// between these places, end with a blank, except the last one.
fn word_starts(command: Node<'_>) -> impl Iterator<Item = usize> {
    let starts = command.subtree().skip(1).map(move |node| node.range().start - command.range().start);
    starts.filter(move |&start| command.text()[start - 1] == b' ')
}

/// Returns the script with one command per line, without the blanks beside parentheses, which separate nothing.
pub fn tight(script: &Script) -> Vec<u8> {
    let mut out = Vec::new();
    for command in script.commands() {
        let text = command.text();
        let mut from = 0;
        for start in word_starts(command).filter(|&start| text[start] == b'(' || text[start - 2] == b')') {
            out.extend_from_slice(&text[from..start - 1]);
            from = start;
        }
        out.extend_from_slice(&text[from..]);
        out.push(b'\n');
    }
    out
}
