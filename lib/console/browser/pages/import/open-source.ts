import { detectFormat, HEAD_BYTES } from '../../../../../shared/files/file-format.ts';
import type { RecordKind } from '../../../../../shared/rules/records.ts';
import { openWorkbook } from './open-workbook.ts';
import { openSheet, openText, type SourceFile } from './source-file.ts';

interface OpenOptions {
  readonly kind: RecordKind;
  /** Default: the first sheet of a workbook that has content. */
  readonly sheet?: string | undefined;
}

/** @throws UnreadableFile if the file is something else */
export const openSource = async (file: File, { kind, sheet }: OpenOptions): Promise<SourceFile> => {
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const format = detectFormat(file.name, head);
  return format === 'workbook' ? openSheet(file, await openWorkbook(file, sheet)) : openText(file, format, kind);
};
