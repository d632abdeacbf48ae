/** A request of an .http file, as the REST Client of VS Code reads it. */
export interface HttpFileRequest {
  readonly name: string;
  readonly title: string;
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
}

export interface HttpFile {
  readonly variables: ReadonlyMap<string, string>;
  readonly requests: readonly HttpFileRequest[];
}

const readRequest = (section: string): HttpFileRequest => {
  const [title = '', ...lines] = section.trim().split('\n');
  const name = lines.find((line) => line.startsWith('# @name '))?.slice('# @name '.length) ?? '';
  const [head = '', ...body] = lines
    .filter((line) => !line.startsWith('#'))
    .join('\n')
    .split('\n\n');
  const [start = '', ...fields] = head.split('\n');
  const [method = '', url = ''] = start.split(' ');
  const headers = fields.map((field): [string, string] => {
    const colon = field.indexOf(':');
    return [field.slice(0, colon), field.slice(colon + 1).trim()];
  });
  return { name, title, method, url, headers, body: body.join('\n\n') };
};

/** Parses an .http file: variables first, then requests that begin with `###`. */
export const readHttpFile = (text: string): HttpFile => {
  const [head = '', ...sections] = text.split(/^### /m);
  const variables = [...head.matchAll(/^@(\w+) *= *(.*)$/gm)].map(
    ([, name = '', value = '']) => [name, value] as const,
  );
  return { variables: new Map(variables), requests: sections.map(readRequest) };
};
