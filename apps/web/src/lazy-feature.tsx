import { type ComponentType, lazy, useState } from 'react'

type LazyComponent<Props extends object> = ComponentType<Props> & { preload: () => Promise<unknown> }

/**
 * A component loaded on first use. After `preload` it renders at once. Otherwise React shows the loading state for at
 * least a third of a second, and would replace prerendered HTML with it and make the page jump.
 */
export function lazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyComponent<Props> {
  let Loaded: ComponentType<Props> | undefined
  async function preload(): Promise<ComponentType<Props>> {
    Loaded ??= await load()
    return Loaded
  }
  const Lazy = lazy(async () => ({ default: await preload() }))
  // biome-ignore lint/correctness/noComponentHookFactories: created once per component
  function WhenLoaded(props: Props) {
    // Fixed at mount, because switching components would remount.
    const [Chosen] = useState<ComponentType<Props>>(() => Loaded ?? Lazy)
    return <Chosen {...props} />
  }
  return Object.assign(WhenLoaded, { preload })
}

/**
 * A page, dialog or section loaded on first use, wrapped in the query client. Keeps queries, schemas and dialogs out of
 * what the header and first screen load.
 */
export function lazyFeature<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyComponent<Props> {
  return lazyComponent(async () => {
    const [{ QueryRoot }, Feature] = await Promise.all([import('./api/query-root.tsx'), load()])
    // biome-ignore lint/correctness/noComponentHookFactories: created once per feature, on load
    const WithQueries = (props: Props) => (
      <QueryRoot>
        <Feature {...props} />
      </QueryRoot>
    )
    return WithQueries
  })
}
