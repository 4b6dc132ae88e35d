class TrueClass
  label :!, :&, :|, :^, :===, :to_s, :inspect, :==, :!=, :hash, pure: true, raises: []
end

class FalseClass
  label :!, :&, :|, :^, :===, :to_s, :inspect, :==, :!=, :hash, pure: true, raises: []
end
