_retromesh() {
    local i cur prev opts cmd
    COMPREPLY=()
    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
        cur="$2"
    else
        cur="${COMP_WORDS[COMP_CWORD]}"
    fi
    prev="$3"
    cmd=""
    opts=""

    for i in "${COMP_WORDS[@]:0:COMP_CWORD}"
    do
        case "${cmd},${i}" in
            ",$1")
                cmd="retromesh"
                ;;
            retromesh,check)
                cmd="retromesh__subcmd__check"
                ;;
            retromesh,completions)
                cmd="retromesh__subcmd__completions"
                ;;
            retromesh,convert)
                cmd="retromesh__subcmd__convert"
                ;;
            retromesh,diff)
                cmd="retromesh__subcmd__diff"
                ;;
            retromesh,dump)
                cmd="retromesh__subcmd__dump"
                ;;
            retromesh,duplicates)
                cmd="retromesh__subcmd__duplicates"
                ;;
            retromesh,formats)
                cmd="retromesh__subcmd__formats"
                ;;
            retromesh,help)
                cmd="retromesh__subcmd__help"
                ;;
            retromesh,info)
                cmd="retromesh__subcmd__info"
                ;;
            retromesh,man)
                cmd="retromesh__subcmd__man"
                ;;
            retromesh,pack)
                cmd="retromesh__subcmd__pack"
                ;;
            retromesh,proxies)
                cmd="retromesh__subcmd__proxies"
                ;;
            retromesh,render)
                cmd="retromesh__subcmd__render"
                ;;
            retromesh,repair)
                cmd="retromesh__subcmd__repair"
                ;;
            retromesh,text)
                cmd="retromesh__subcmd__text"
                ;;
            retromesh,textures)
                cmd="retromesh__subcmd__textures"
                ;;
            retromesh,view)
                cmd="retromesh__subcmd__view"
                ;;
            *)
                ;;
        esac
    done

    case "${cmd}" in
        retromesh)
            opts="-q -v -h -V --quiet --verbose --color --help --version convert info dump text pack check diff duplicates repair render view textures proxies formats help completions man"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 1 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        retromesh__subcmd__check)
            opts="-q -v -h --target --json --from --detect-all --error-bytes --strict --max-input --max-decompressed --max-depth --max-lods --normals --fps --root --follow --with-props --keys --unloadable --root-in-armature-space --engine-joints --winding --fix --packed-uvs --no-mirror --animation --root-motion --skins --quiet --verbose --color --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --target)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --error-bytes)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-input)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-decompressed)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-depth)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-lods)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --normals)
                    COMPREPLY=($(compgen -W "keep auto recompute" -- "${cur}"))
                    return 0
                    ;;
                --fps)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --root)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --keys)
                    COMPREPLY=($(compgen -W "auto all luanti" -- "${cur}"))
                    return 0
                    ;;
                --winding)
                    COMPREPLY=($(compgen -W "keep auto" -- "${cur}"))
                    return 0
                    ;;
                --packed-uvs)
                    COMPREPLY=($(compgen -W "auto current old" -- "${cur}"))
                    return 0
                    ;;
                --animation)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --skins)
                    COMPREPLY=($(compgen -W "apply ignore" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        retromesh__subcmd__completions)
            opts="-q -v -h --quiet --verbose --color --help bash elvish fish powershell zsh"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        retromesh__subcmd__convert)
            opts="-o -d -f -n -j -q -v -h --output --directory --to --frame-table --patch --lua --like --report --deny --force --dry-run --resume --shard --memory --jobs --ranges --range --first-frame --target --textures --lods --pose --frame-rate --max-output --optimize --unverified --vertex-floats --scales --bone-axes --no-mirror --max-error --max-bytes --points --mean-color --alpha-texture --key-texture --section --clips --luanti-use --light-maps --quantize --custom-attributes --extras --motion --from --detect-all --error-bytes --strict --max-input --max-decompressed --max-depth --max-lods --normals --fps --root --follow --with-props --keys --unloadable --root-in-armature-space --engine-joints --winding --fix --packed-uvs --animation --root-motion --skins --quiet --verbose --color --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --directory)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -d)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --to)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --frame-table)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --patch)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --like)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --report)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --deny)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --shard)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --memory)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --jobs)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --ranges)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --range)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --first-frame)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --target)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --textures)
                    COMPREPLY=($(compgen -W "embed copy link none" -- "${cur}"))
                    return 0
                    ;;
                --lods)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --pose)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --frame-rate)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --vertex-floats)
                    COMPREPLY=($(compgen -W "f32 f16 auto" -- "${cur}"))
                    return 0
                    ;;
                --scales)
                    COMPREPLY=($(compgen -W "auto keep bake" -- "${cur}"))
                    return 0
                    ;;
                --bone-axes)
                    COMPREPLY=($(compgen -W "keep align" -- "${cur}"))
                    return 0
                    ;;
                --max-error)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-bytes)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --points)
                    COMPREPLY=($(compgen -W "merged split functional-merged" -- "${cur}"))
                    return 0
                    ;;
                --mean-color)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --alpha-texture)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --key-texture)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --section)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --clips)
                    COMPREPLY=($(compgen -W "auto one named" -- "${cur}"))
                    return 0
                    ;;
                --luanti-use)
                    COMPREPLY=($(compgen -W "entity node" -- "${cur}"))
                    return 0
                    ;;
                --light-maps)
                    COMPREPLY=($(compgen -W "occlusion extras" -- "${cur}"))
                    return 0
                    ;;
                --quantize)
                    COMPREPLY=($(compgen -W "none fine small" -- "${cur}"))
                    return 0
                    ;;
                --custom-attributes)
                    COMPREPLY=($(compgen -W "keep drop" -- "${cur}"))
                    return 0
                    ;;
                --extras)
                    COMPREPLY=($(compgen -W "keep drop" -- "${cur}"))
                    return 0
                    ;;
                --motion)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --error-bytes)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-input)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-decompressed)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-depth)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-lods)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --normals)
                    COMPREPLY=($(compgen -W "keep auto recompute" -- "${cur}"))
                    return 0
                    ;;
                --fps)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --root)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --keys)
                    COMPREPLY=($(compgen -W "auto all luanti" -- "${cur}"))
                    return 0
                    ;;
                --winding)
                    COMPREPLY=($(compgen -W "keep auto" -- "${cur}"))
                    return 0
                    ;;
                --packed-uvs)
                    COMPREPLY=($(compgen -W "auto current old" -- "${cur}"))
                    return 0
                    ;;
                --animation)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --skins)
                    COMPREPLY=($(compgen -W "apply ignore" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        retromesh__subcmd__diff)
            opts="-q -v -h --tolerance --poses --losses --json --from --detect-all --error-bytes --strict --max-input --max-decompressed --max-depth --max-lods --normals --fps --root --follow --with-props --keys --unloadable --root-in-armature-space --engine-joints --winding --fix --packed-uvs --no-mirror --animation --root-motion --skins --quiet --verbose --color --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --tolerance)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --poses)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --error-bytes)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-input)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-decompressed)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-depth)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-lods)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --normals)
                    COMPREPLY=($(compgen -W "keep auto recompute" -- "${cur}"))
                    return 0
                    ;;
                --fps)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --root)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --keys)
                    COMPREPLY=($(compgen -W "auto all luanti" -- "${cur}"))
                    return 0
                    ;;
                --winding)
                    COMPREPLY=($(compgen -W "keep auto" -- "${cur}"))
                    return 0
                    ;;
                --packed-uvs)
                    COMPREPLY=($(compgen -W "auto current old" -- "${cur}"))
                    return 0
                    ;;
                --animation)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --skins)
                    COMPREPLY=($(compgen -W "apply ignore" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        retromesh__subcmd__dump)
            opts="-q -v -h --scene --json --hex --whole --at --only --from --detect-all --error-bytes --strict --max-input --max-decompressed --max-depth --max-lods --normals --fps --root --follow --with-props --keys --unloadable --root-in-armature-space --engine-joints --winding --fix --packed-uvs --no-mirror --animation --root-motion --skins --quiet --verbose --color --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --at)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --only)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --error-bytes)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-input)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-decompressed)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-depth)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-lods)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --normals)
                    COMPREPLY=($(compgen -W "keep auto recompute" -- "${cur}"))
                    return 0
                    ;;
                --fps)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --root)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --keys)
                    COMPREPLY=($(compgen -W "auto all luanti" -- "${cur}"))
                    return 0
                    ;;
                --winding)
                    COMPREPLY=($(compgen -W "keep auto" -- "${cur}"))
                    return 0
                    ;;
                --packed-uvs)
                    COMPREPLY=($(compgen -W "auto current old" -- "${cur}"))
                    return 0
                    ;;
                --animation)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --skins)
                    COMPREPLY=($(compgen -W "apply ignore" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        retromesh__subcmd__duplicates)
            opts="-q -v -h --json --from --detect-all --error-bytes --strict --max-input --max-decompressed --max-depth --max-lods --keys --unloadable --root-in-armature-space --engine-joints --winding --fix --packed-uvs --no-mirror --animation --root-motion --skins --root --follow --quiet --verbose --color --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --from)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --error-bytes)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-input)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-decompressed)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-depth)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-lods)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --keys)
                    COMPREPLY=($(compgen -W "auto all luanti" -- "${cur}"))
                    return 0
                    ;;
                --winding)
                    COMPREPLY=($(compgen -W "keep auto" -- "${cur}"))
                    return 0
                    ;;
                --packed-uvs)
                    COMPREPLY=($(compgen -W "auto current old" -- "${cur}"))
                    return 0
                    ;;
                --animation)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --skins)
                    COMPREPLY=($(compgen -W "apply ignore" -- "${cur}"))
                    return 0
                    ;;
                --root)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        retromesh__subcmd__formats)
            opts="-q -v -h --targets --json --quiet --verbose --color --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        retromesh__subcmd__help)
            opts="-q -v -h --quiet --verbose --color --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        retromesh__subcmd__info)
            opts="-f -q -v -h --json --jsonl --csv --html --force --ranges --range --first-frame --from --detect-all --error-bytes --strict --max-input --max-decompressed --max-depth --max-lods --normals --fps --root --follow --with-props --keys --unloadable --root-in-armature-space --engine-joints --winding --fix --packed-uvs --no-mirror --animation --root-motion --skins --quiet --verbose --color --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --html)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --ranges)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --range)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --first-frame)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --error-bytes)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-input)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-decompressed)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-depth)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-lods)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --normals)
                    COMPREPLY=($(compgen -W "keep auto recompute" -- "${cur}"))
                    return 0
                    ;;
                --fps)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --root)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --keys)
                    COMPREPLY=($(compgen -W "auto all luanti" -- "${cur}"))
                    return 0
                    ;;
                --winding)
                    COMPREPLY=($(compgen -W "keep auto" -- "${cur}"))
                    return 0
                    ;;
                --packed-uvs)
                    COMPREPLY=($(compgen -W "auto current old" -- "${cur}"))
                    return 0
                    ;;
                --animation)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --skins)
                    COMPREPLY=($(compgen -W "apply ignore" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        retromesh__subcmd__man)
            opts="-d -f -q -v -h --directory --force --quiet --verbose --color --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --directory)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -d)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        retromesh__subcmd__pack)
            opts="-o -f -q -v -h --output --force --quiet --verbose --color --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        retromesh__subcmd__proxies)
            opts="-q -v -h --json --from --detect-all --error-bytes --strict --max-input --max-decompressed --max-depth --max-lods --normals --fps --root --follow --with-props --keys --unloadable --root-in-armature-space --engine-joints --winding --fix --packed-uvs --no-mirror --animation --root-motion --skins --quiet --verbose --color --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --from)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --error-bytes)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-input)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-decompressed)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-depth)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-lods)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --normals)
                    COMPREPLY=($(compgen -W "keep auto recompute" -- "${cur}"))
                    return 0
                    ;;
                --fps)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --root)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --keys)
                    COMPREPLY=($(compgen -W "auto all luanti" -- "${cur}"))
                    return 0
                    ;;
                --winding)
                    COMPREPLY=($(compgen -W "keep auto" -- "${cur}"))
                    return 0
                    ;;
                --packed-uvs)
                    COMPREPLY=($(compgen -W "auto current old" -- "${cur}"))
                    return 0
                    ;;
                --animation)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --skins)
                    COMPREPLY=($(compgen -W "apply ignore" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        retromesh__subcmd__render)
            opts="-o -d -f -j -q -v -h --output --directory --size --view --clip --time --frame --turntable --animate --pictures --sheet --look --wireframe --skeleton --grid --axes --back-faces --hidden --lod --uv --background --compare --max-difference --force --resume --jobs --ranges --range --first-frame --from --detect-all --error-bytes --strict --max-input --max-decompressed --max-depth --max-lods --normals --fps --root --follow --with-props --keys --unloadable --root-in-armature-space --engine-joints --winding --fix --packed-uvs --no-mirror --animation --root-motion --skins --quiet --verbose --color --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --directory)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -d)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --view)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --clip)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --time)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --frame)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --turntable)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --pictures)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --look)
                    COMPREPLY=($(compgen -W "shaded clay normals faces" -- "${cur}"))
                    return 0
                    ;;
                --lod)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --uv)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --background)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-difference)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --jobs)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --ranges)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --range)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --first-frame)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --error-bytes)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-input)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-decompressed)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-depth)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-lods)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --normals)
                    COMPREPLY=($(compgen -W "keep auto recompute" -- "${cur}"))
                    return 0
                    ;;
                --fps)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --root)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --keys)
                    COMPREPLY=($(compgen -W "auto all luanti" -- "${cur}"))
                    return 0
                    ;;
                --winding)
                    COMPREPLY=($(compgen -W "keep auto" -- "${cur}"))
                    return 0
                    ;;
                --packed-uvs)
                    COMPREPLY=($(compgen -W "auto current old" -- "${cur}"))
                    return 0
                    ;;
                --animation)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --skins)
                    COMPREPLY=($(compgen -W "apply ignore" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        retromesh__subcmd__repair)
            opts="-o -d -f -n -q -v -h --output --directory --in-place --no-backup --target --only --force --dry-run --from --detect-all --error-bytes --strict --max-input --max-decompressed --max-depth --max-lods --keys --unloadable --root-in-armature-space --engine-joints --winding --fix --packed-uvs --no-mirror --animation --root-motion --skins --root --follow --quiet --verbose --color --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --directory)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -d)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --target)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --only)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --error-bytes)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-input)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-decompressed)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-depth)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-lods)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --keys)
                    COMPREPLY=($(compgen -W "auto all luanti" -- "${cur}"))
                    return 0
                    ;;
                --winding)
                    COMPREPLY=($(compgen -W "keep auto" -- "${cur}"))
                    return 0
                    ;;
                --packed-uvs)
                    COMPREPLY=($(compgen -W "auto current old" -- "${cur}"))
                    return 0
                    ;;
                --animation)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --skins)
                    COMPREPLY=($(compgen -W "apply ignore" -- "${cur}"))
                    return 0
                    ;;
                --root)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        retromesh__subcmd__text)
            opts="-o -f -q -v -h --output --force --from --detect-all --error-bytes --strict --max-input --max-decompressed --max-depth --max-lods --keys --unloadable --root-in-armature-space --engine-joints --winding --fix --packed-uvs --no-mirror --animation --root-motion --skins --quiet --verbose --color --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --error-bytes)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-input)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-decompressed)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-depth)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-lods)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --keys)
                    COMPREPLY=($(compgen -W "auto all luanti" -- "${cur}"))
                    return 0
                    ;;
                --winding)
                    COMPREPLY=($(compgen -W "keep auto" -- "${cur}"))
                    return 0
                    ;;
                --packed-uvs)
                    COMPREPLY=($(compgen -W "auto current old" -- "${cur}"))
                    return 0
                    ;;
                --animation)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --skins)
                    COMPREPLY=($(compgen -W "apply ignore" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        retromesh__subcmd__textures)
            opts="-o -f -q -v -h --json --unique --levels --rename --rename-prefix --output --force --from --detect-all --error-bytes --strict --max-input --max-decompressed --max-depth --max-lods --normals --fps --root --follow --with-props --keys --unloadable --root-in-armature-space --engine-joints --winding --fix --packed-uvs --no-mirror --animation --root-motion --skins --quiet --verbose --color --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --rename)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --rename-prefix)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --error-bytes)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-input)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-decompressed)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-depth)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-lods)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --normals)
                    COMPREPLY=($(compgen -W "keep auto recompute" -- "${cur}"))
                    return 0
                    ;;
                --fps)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --root)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --keys)
                    COMPREPLY=($(compgen -W "auto all luanti" -- "${cur}"))
                    return 0
                    ;;
                --winding)
                    COMPREPLY=($(compgen -W "keep auto" -- "${cur}"))
                    return 0
                    ;;
                --packed-uvs)
                    COMPREPLY=($(compgen -W "auto current old" -- "${cur}"))
                    return 0
                    ;;
                --animation)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --skins)
                    COMPREPLY=($(compgen -W "apply ignore" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        retromesh__subcmd__view)
            opts="-o -f -q -v -h --output --no-open --watch --force --ranges --range --first-frame --from --detect-all --error-bytes --strict --max-input --max-decompressed --max-depth --max-lods --normals --fps --root --follow --with-props --keys --unloadable --root-in-armature-space --engine-joints --winding --fix --packed-uvs --no-mirror --animation --root-motion --skins --quiet --verbose --color --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --ranges)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --range)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --first-frame)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --error-bytes)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-input)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-decompressed)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-depth)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-lods)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --normals)
                    COMPREPLY=($(compgen -W "keep auto recompute" -- "${cur}"))
                    return 0
                    ;;
                --fps)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --root)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --keys)
                    COMPREPLY=($(compgen -W "auto all luanti" -- "${cur}"))
                    return 0
                    ;;
                --winding)
                    COMPREPLY=($(compgen -W "keep auto" -- "${cur}"))
                    return 0
                    ;;
                --packed-uvs)
                    COMPREPLY=($(compgen -W "auto current old" -- "${cur}"))
                    return 0
                    ;;
                --animation)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --skins)
                    COMPREPLY=($(compgen -W "apply ignore" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
    esac
}

if [[ "${BASH_VERSINFO[0]}" -eq 4 && "${BASH_VERSINFO[1]}" -ge 4 || "${BASH_VERSINFO[0]}" -gt 4 ]]; then
    complete -F _retromesh -o nosort -o bashdefault -o default retromesh
else
    complete -F _retromesh -o bashdefault -o default retromesh
fi
