/** Hands a file to the browser's downloads. */
export const saveFile = (name: string, type: string, text: string): void => {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has been handed over once the click is through; the address is kept a little for slow browsers.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
};
