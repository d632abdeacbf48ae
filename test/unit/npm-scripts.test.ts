import { describe, expect, it } from '@jest/globals';
import packageDescription from '../../package.json' with { type: 'json' };

/** Syntax that cmd.exe does not support: `exec`, substitution, variables set before a command, and single quotes. */
const POSIX_ONLY = /\bexec\b|\$|'|`|;|(^|&& )[A-Z_]+=/;

describe('npm scripts', () => {
  it.each(Object.entries(packageDescription.scripts))('%s runs in cmd.exe too', (_name, script) => {
    expect(script).not.toMatch(POSIX_ONLY);
  });
});
