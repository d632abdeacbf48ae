/** Downloads a file in the browser. */
export const saveFile = (name: string, type: string, text: string): void => {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has the download after the click. The URL is kept a little longer for slow browsers.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
};
