import { type ComponentType, lazy, useState } from 'react'

type LazyComponent<Props extends object> = ComponentType<Props> & { preload: () => Promise<unknown> }

/**
 * A component that is loaded when it is first shown. Loaded with `preload` before, it draws at once: else its place shows
 * that it is loading, and React keeps that for a third of a second; HTML that is taken over would be replaced by it and jump.
 */
export function lazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyComponent<Props> {
  let Loaded: ComponentType<Props> | undefined
  async function preload(): Promise<ComponentType<Props>> {
    Loaded ??= await load()
    return Loaded
  }
  const Lazy = lazy(async () => ({ default: await preload() }))
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each component
  function WhenLoaded(props: Props) {
    // Chosen once, because another component in its place would begin again.
    const [Chosen] = useState<ComponentType<Props>>(() => Loaded ?? Lazy)
    return <Chosen {...props} />
  }
  return Object.assign(WhenLoaded, { preload })
}

/**
 * A page, dialog or section that is loaded when it is first shown, with queries around it. Queries, schemas and dialogs
 * stay out of what the header and the first screen wait for.
 */
export function lazyFeature<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyComponent<Props> {
  return lazyComponent(async () => {
    const [{ QueryRoot }, Feature] = await Promise.all([import('./api/query-root.tsx'), load()])
    // biome-ignore lint/correctness/noComponentHookFactories: made once for each feature, when it is loaded
    const WithQueries = (props: Props) => (
      <QueryRoot>
        <Feature {...props} />
      </QueryRoot>
    )
    return WithQueries
  })
}
