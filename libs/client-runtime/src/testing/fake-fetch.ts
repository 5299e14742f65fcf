interface FakeRequest {
  readonly address: string;
  readonly init: RequestInit;
}

export class FakeFetch {
  readonly requests: FakeRequest[] = [];
  private readonly answers: (() => Response)[] = [];

  answer(...responses: readonly Response[]): this {
    this.answers.push(...responses.map((response) => () => response));
    return this;
  }

  fail(error: unknown): this {
    this.answers.push(() => {
      throw error;
    });
    return this;
  }

  readonly fetch: typeof fetch = async (input, init = {}) => {
    const address = input instanceof Request ? input.url : input.toString();
    this.requests.push({ address, init });
    init.signal?.throwIfAborted();
    const answer = this.answers.shift();
    if (!answer) throw new TypeError('Failed to fetch');
    return answer();
  };
}
