# What became of every Retry-After in the record of an origin (jq -s): in words, "-" when there was none.
. as $all | [.[] | select(.retryNotBefore) |
    . as $told | (.fault | [scan("Retry-After (?:a date in )?([0-9]+) s")][0][0] | tonumber) as $asked |
    ([$all[] | select(.part == $told.part and .sequence > $told.sequence) | .requestedAt] | min) as $again |
    {
        early: [$all[] | select(.requestedAt > $told.headAt + 0.25 and .requestedAt < $told.retryNotBefore)] | length,
        late: (if $again then ($again - $told.headAt - $asked) * 1000 | round else null end)
    }] |
if length == 0 then "-"
elif any(.early > 0) then "RUDE: \(map(.early) | add) too early"
elif any(.late != null and .late > 250) then "LATE: \(map(.late) | max) ms"
else "held \(length)" + (map(.late | values) | if length > 0 then ", +\(min) to +\(max) ms" else ", never asked again" end) end
