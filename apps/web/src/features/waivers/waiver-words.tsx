import { type Run, waiverBlocks } from '@arcadia/contract/waiver-blocks'

/** A waiver's text as it reads, on the screen and on paper. */
export function WaiverWords({ text }: { text: string }) {
  return (
    <div className="grid gap-4 wrap-anywhere whitespace-pre-line">
      {waiverBlocks(text).map((block, place) =>
        block.is === 'list' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a published text never changes
          <ul key={place} className="grid list-disc gap-1.5 pl-5">
            {block.items.map((item, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a published text never changes
              <li key={index}>
                <Runs of={item} />
              </li>
            ))}
          </ul>
        ) : block.is === 'heading' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a published text never changes
          <h3 key={place} className="pt-1 font-strong text-[1.125em]">
            <Runs of={block.runs} />
          </h3>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: a published text never changes
          <p key={place}>
            <Runs of={block.runs} />
          </p>
        ),
      )}
    </div>
  )
}

const Runs = ({ of }: { of: readonly Run[] }) =>
  of.map(({ text, set }, index) => {
    const Tag = set === 'bold' ? 'b' : set === 'italic' ? 'i' : 'span'
    // biome-ignore lint/suspicious/noArrayIndexKey: a published text never changes
    return <Tag key={index}>{text}</Tag>
  })
