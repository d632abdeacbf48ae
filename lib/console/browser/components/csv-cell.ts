/**
 * A cell of RFC 4180. Spreadsheets treat a text that begins with one of these characters as a formula, even if it is
 * quoted (OWASP, CSV injection). An apostrophe before it makes it a text.
 */
export const csvCell = (value: string | number | undefined): string => {
  const text = String(value ?? '');
  const escaped = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
  return `"${escaped.replaceAll('"', '""')}"`;
};

/** Rows as a CSV file. The byte order mark makes Excel read it as UTF-8. */
export const csvFile = (
  header: readonly string[],
  rows: readonly (readonly (string | number | undefined)[])[],
): string => `\uFEFF${[header.join(','), ...rows.map((row) => row.map(csvCell).join(','))].join('\r\n')}\r\n`;
