import scale from '../../assets/scale.svg'

/** Six feet of angler and both largest fish on one rule. The labels are page text, set where the drawing has its figures. */
export function ScaleDrawing() {
  return (
    <figure className="scale">
      <img
        src={scale}
        alt="A six-foot angler, a 100-pound fish and a 250-pound fish drawn to the same scale"
        width={790}
        height={298}
        loading="lazy"
      />
      <figcaption>
        <span>
          <b>Angler</b> 6 ft
        </span>
        <span>
          <b>Standard</b> 100 lb
        </span>
        <span>
          <b>Trophy</b> 250 lb
        </span>
      </figcaption>
    </figure>
  )
}
