import { type ComponentType, lazy } from 'react'

/**
 * A page that has HTML of its own but is not in everybody's first script. Loaded with `preload` before React takes the
 * page over, it draws at once: a part that is still on its way then would be replaced by its fallback and jump.
 */
export function prerenderedPage(load: () => Promise<ComponentType>) {
  let Loaded: ComponentType | undefined
  async function preload(): Promise<ComponentType> {
    Loaded ??= await load()
    return Loaded
  }
  const Lazy = lazy(async () => ({ default: await preload() }))
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each page, with the table of routes
  const Page = () => (Loaded ? <Loaded /> : <Lazy />)
  return { Page, preload }
}
