class NilClass
  label :!, :&, :|, :^, :===, :=~, :nil?, :to_f, :to_i, :to_r, :to_c, :rationalize, pure: true, raises: []
  label :to_s, pure: true, raises: [] # always the same frozen string
  label :to_a, :to_h, :inspect, modifies: {}, raises: []
  label :==, :!=, :hash, pure: true, raises: []
end
