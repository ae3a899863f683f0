create function keep_waiver_signature() returns trigger language plpgsql as $$
declare
  blanked waiver_signatures := old;
  counted waiver_signatures := old;
begin
  counted.left_out_at := new.left_out_at;
  if new is not distinct from counted then
    return new;
  end if;
  blanked.name := null;
  blanked.born_on := null;
  blanked.guardian := null;
  blanked.mark := null;
  blanked.address := null;
  blanked.salt := null;
  blanked.blanked_at := new.blanked_at;
  if old.blanked_at is null and new.blanked_at is not null and new is not distinct from blanked then
    return new;
  end if;
  raise exception 'a signed waiver is blanked, not changed' using errcode = 'AR003';
end $$;
create trigger waiver_signatures_stay before update on waiver_signatures
  for each row execute function keep_waiver_signature();
