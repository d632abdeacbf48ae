declare module '@usebruno/lang' {
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

  export interface BrunoEnvironment {
    readonly variables: readonly (Entry & { readonly secret: boolean })[];
  }

  /** @see https://github.com/usebruno/bruno/tree/main/packages/bruno-lang */
  const lang: {
    readonly jsonToBruV2: (request: BrunoRequest) => string;
    readonly bruToJsonV2: (text: string) => BrunoRequest;
    readonly envJsonToBruV2: (environment: BrunoEnvironment) => string;
    readonly bruToEnvJsonV2: (text: string) => BrunoEnvironment;
    readonly jsonToCollectionBru: (collection: { readonly docs: string }) => string;
  };
  export default lang;
}
