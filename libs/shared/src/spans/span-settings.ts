export interface SpanSettings {
  /**
   * `asked`: the project existed before Errata counted spans, so spans are only numbered until
   * somebody decides.
   */
  readonly taken: 'on' | 'off' | 'asked';
  /**
   * Names of segments that do not count, such as health checks and assets. `*` stands for any
   * characters. A request matches by its path as well: `/healthz` leaves out `GET /healthz`.
   */
  readonly leftOut: readonly string[];
}

export const defaultSpanSettings: SpanSettings = {
  taken: 'asked',
  leftOut: [
    '*healthz',
    '*/health',
    '*livez',
    '*readyz',
    '*/ping',
    '*/actuator/*',
    '*/favicon.ico',
    '*/robots.txt',
    '*.css',
    '*.js',
    '*.map',
    '*.png',
    '*.svg',
    '*.woff2',
  ],
};
