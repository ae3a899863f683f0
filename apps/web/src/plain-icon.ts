import { createElement, type FunctionComponent, type SVGProps } from 'react'

interface IconData {
  node: readonly (readonly [tag: string, attributes: Record<string, string>])[]
}

/** Stands in for the icon library's own component in what is built (`vite.config.ts`). */
export function plainIcon({ node }: IconData): FunctionComponent<SVGProps<SVGSVGElement>> {
  const lines = node.map(([tag, attributes]) => createElement(tag, attributes))
  return (props) =>
    createElement(
      'svg',
      {
        width: 24,
        height: 24,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        ...props,
      },
      lines,
    )
}
