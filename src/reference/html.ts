/** Returns a table; its cells are HTML. */
export function table(heads: string[], rows: string[][]): string {
  return `<div class="scroll" tabindex="0"><table><thead>${tableRow(heads, 'th')}</thead>
<tbody>${rows.map((cells) => tableRow(cells, 'td')).join('\n')}</tbody></table></div>`;
}

function tableRow(cells: string[], tag: 'th' | 'td'): string {
  return `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`;
}

/** Returns text escaped for HTML. */
export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
