/** Settings built into the site. Each says where `/api` is; the default is the same origin. */
export interface ApiBases {
  local: string
  dev: string
  production: string
  /** The named host that talks to the dev backend. */
  devHost: string
}

const BUILT_IN: ApiBases = {
  local: import.meta.env.VITE_API_BASE_LOCAL ?? '/api',
  dev: import.meta.env.VITE_API_BASE_DEV ?? '/api',
  production: import.meta.env.VITE_API_BASE_PRODUCTION ?? '/api',
  devHost: import.meta.env.VITE_DEV_HOST ?? '',
}

const LOCAL_HOST = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/

/** Local hosts use the local backend, the named dev host the dev one, every other host production. */
export function apiBase(hostname: string, bases: ApiBases = BUILT_IN): string {
  if (LOCAL_HOST.test(hostname)) return bases.local
  return hostname === bases.devHost ? bases.dev : bases.production
}
