import type { EventPayload } from './event-payload.ts';

/** A payload that is made when it is first read, because most events of a storm need none. */
export class DeferredPayload implements EventPayload {
  #made: EventPayload | undefined;
  readonly #make: () => EventPayload;

  /** `make` gives the same bytes each time. */
  constructor(make: () => EventPayload) {
    this.#make = make;
  }

  get encoding(): string {
    return this.#get().encoding;
  }

  get body(): Buffer {
    return this.#get().body;
  }

  /** Undefined as long as nobody has read the payload. */
  get madeBody(): Buffer | undefined {
    return this.#made?.body;
  }

  #get(): EventPayload {
    return (this.#made ??= this.#make());
  }
}
