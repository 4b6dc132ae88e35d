# Methods of Struct over its values.
class Struct
  def select
    return to_enum(:select) unless block_given?

    to_a.select { |value| yield value }
  end
  alias filter select
end
