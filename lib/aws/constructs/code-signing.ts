import { CodeSigningConfig, UntrustedArtifactOnDeployment, type ICodeSigningConfig } from 'aws-cdk-lib/aws-lambda';
import { SigningProfile } from 'aws-cdk-lib/aws-signer';
import type { Construct } from 'constructs';
import type { StageSettings } from '../stage-settings.ts';

/** Makes Lambda refuse code that was not signed with the stage's signing profile; undefined if the stage has none. */
export const makeCodeSigning = (
  scope: Construct,
  id: string,
  { codeSigning }: StageSettings,
): ICodeSigningConfig | undefined => {
  if (!codeSigning) return undefined;
  const { profileName: signingProfileName, profileVersion: signingProfileVersion } = codeSigning;
  const profile = SigningProfile.fromSigningProfileAttributes(scope, `${id}Profile`, {
    signingProfileName,
    signingProfileVersion,
  });
  return new CodeSigningConfig(scope, id, {
    description: 'Refuses unsigned code in the functions.',
    signingProfiles: [profile],
    untrustedArtifactOnDeployment: UntrustedArtifactOnDeployment.ENFORCE,
  });
};
