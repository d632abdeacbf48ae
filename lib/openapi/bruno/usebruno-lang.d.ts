/**
 * The modules of Bruno's language that are used here. The package's index also loads the grammars of every kind of file, which
 * takes a quarter of a second.
 * @see https://github.com/usebruno/bruno/tree/main/packages/bruno-lang
 */
declare module '@usebruno/lang/v2/src/jsonToBru.js' {
  interface Entry {
    readonly name: string;
    readonly value: string;
    readonly enabled: boolean;
  }

  /** A request of a collection. */
  export interface BrunoRequest {
    readonly meta: { readonly name: string; readonly type: 'http'; readonly seq: number | string };
    readonly http: {
      readonly method: string;
      readonly url: string;
      readonly body: 'json' | 'none';
      readonly auth: 'bearer' | 'none';
    };
    readonly headers?: readonly Entry[];
    readonly auth?: { readonly bearer: { readonly token: string } };
    readonly body?: { readonly json: string };
    readonly vars?: { readonly res: readonly (Entry & { readonly local: boolean })[] };
    readonly assertions?: readonly Entry[];
    readonly docs?: string;
  }

  export default function jsonToBru(request: BrunoRequest): string;
}

declare module '@usebruno/lang/v2/src/bruToJson.js' {
  import type { BrunoRequest } from '@usebruno/lang/v2/src/jsonToBru.js';

  export default function bruToJson(text: string): BrunoRequest;
}

declare module '@usebruno/lang/v2/src/jsonToEnv.js' {
  export interface BrunoEnvironment {
    readonly variables: readonly {
      readonly name: string;
      readonly value: string;
      readonly enabled: boolean;
      readonly secret: boolean;
    }[];
  }

  export default function jsonToEnv(environment: BrunoEnvironment): string;
}

declare module '@usebruno/lang/v2/src/envToJson.js' {
  import type { BrunoEnvironment } from '@usebruno/lang/v2/src/jsonToEnv.js';

  export default function envToJson(text: string): BrunoEnvironment;
}

declare module '@usebruno/lang/v2/src/jsonToCollectionBru.js' {
  export default function jsonToCollectionBru(collection: { readonly docs: string }): string;
}
