import type { ReactNode } from 'react'

/** A part of a customer's dialog, under a title of its own. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-3">
      <h3 className="display text-h3">{title}</h3>
      {children}
    </section>
  )
}
