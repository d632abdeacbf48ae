/** Downloads a file in the browser. */
export const saveFile = (name: string, type: string, text: string): void => {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Some browsers read the URL only some seconds after the click.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
};

/** Downloads lines of a CSV file. The byte order mark makes Excel read it as UTF-8. */
export const saveCsv = (name: string, lines: readonly string[]): void =>
  saveFile(name, 'text/csv;charset=utf-8', `\uFEFF${lines.join('')}`);
