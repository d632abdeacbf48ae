import type { Command } from 'commander';
import { paintTone, type Tone } from '../formatting/table.ts';
import { OperatorError } from '../operator-error.ts';
import { escapeTexts, toPrintableJson } from '../printable.ts';
import type { CliContext, Finding } from '../session.ts';
import type { TargetOptions } from '../connection/connect.ts';
import { addHelp } from '../verb.ts';

const HELP = `
Changes nothing. Ends with exit code 1 if something is wrong; each finding says what to do.`;

const markOf = ({ ok, isWarning }: Finding): { readonly tone: Tone; readonly mark: string } => {
  if (!ok) return { tone: 'bad', mark: 'FAIL' };
  return isWarning ? { tone: 'warning', mark: 'WARN' } : { tone: 'good', mark: 'ok  ' };
};

/** Adds the command `doctor`, which runs without a session, because opening one could fail. */
export const defineNoun = (doctor: Command, { diagnose, stdout }: Pick<CliContext, 'diagnose' | 'stdout'>): void => {
  addHelp(doctor, '--local', HELP).action(async () => {
    const options: TargetOptions & { json?: boolean } = doctor.optsWithGlobals();
    const findings = await diagnose(options);
    const ok = findings.every((finding) => finding.ok);
    const lines = escapeTexts(findings).map((finding) => {
      const { tone, mark } = markOf(finding);
      return `${paintTone(tone, mark, stdout)}  ${finding.check}: ${finding.message}`;
    });
    stdout.write(`${options.json ? toPrintableJson({ ok, findings }) : lines.join('\n')}\n`);
    if (!ok) throw new OperatorError('Something is wrong: see the findings.', 'unhealthy');
  });
};
