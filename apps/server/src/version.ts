import manifest from '../../../package.json' with { type: 'json' }

/** Of which release this program is (docs/rules.md §12.9). */
export const { version } = manifest
