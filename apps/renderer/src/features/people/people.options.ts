/** What the feature is started with. */
export abstract class PeopleOptions {
  /** Where visitors reach the console, without a trailing slash. */
  abstract readonly publicUrl: string;
}
