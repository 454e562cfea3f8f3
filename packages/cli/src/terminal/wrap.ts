/** Breaks a paragraph at spaces so that no line is wider than `width`; a longer word keeps its own line. */
export function wrap(text: string, width: number, indent = ''): string {
  const lines: string[] = [];
  for (const paragraph of text.split('\n')) {
    let line = '';
    for (const word of paragraph.split(' ')) {
      if (line !== '' && indent.length + line.length + 1 + word.length > width) {
        lines.push(indent + line);
        line = word;
      } else line = line === '' ? word : `${line} ${word}`;
    }
    lines.push(line === '' ? '' : indent + line);
  }
  return lines.join('\n');
}
